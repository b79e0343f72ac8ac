import { worldOf } from '../../src/store/world-data.ts'

// The validator of rows is made on demand. Making it before the tests lets Stryker run every test with its mutants, not
// only the test that makes it first.
await worldOf({
  format: 'nestbox-world',
  version: 1,
  seed: '',
  scenario: '',
  scale: 0,
  today: '2026-06-01',
  tables: {},
}).catch(() => {})
