import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'bin/**/*.test.ts', 'conformance/**/*.test.ts', 'examples/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // This generator of clients wants the compiler's JavaScript API, which TypeScript 7 has not.
    alias: { typescript: 'typescript5' },
    server: { deps: { inline: ['openapi-typescript'] } },
  },
})
