// The companions are loaded on demand. Loading them before the tests lets Stryker run every test with their mutants, not
// only the test that loads them first.
import '../../src/routes/companions.ts'
