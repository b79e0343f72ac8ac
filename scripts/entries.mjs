/** The modules that others may load, by their names in the sources. */
export const entries = [
  'src/index.ts',
  'src/runners/vitest.ts',
  'src/runners/playwright.ts',
  'conformance/index.ts',
  'conformance/vitest.ts',
]
