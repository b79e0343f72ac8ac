// They are loaded by the first request for one. Stryker would try them on the test alone that sends it.
import '../../src/routes/companions.ts'
