/** The source files of the entries that `exports` of package.json publishes. */
export const entries = [
  'src/index.ts',
  'src/runners/vitest.ts',
  'src/runners/playwright.ts',
  'conformance/index.ts',
  'conformance/vitest.ts',
]
