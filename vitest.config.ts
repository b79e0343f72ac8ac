import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'bin/**/*.test.ts',
      'conformance/**/*.test.ts',
      'test/**/*.test.ts',
      'examples/*.test.ts',
    ],
    // None takes so long but where the machine has other things to do; what hangs is found all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Those that run side by side start processes, and more than there are cores only wait for each other.
    // One fewer than cores is what Vitest takes, and of two that is one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    maxConcurrency: Math.max(2, availableParallelism()),
    // This generator of clients wants the compiler's JavaScript API, which TypeScript 7 has not.
    alias: { typescript: 'typescript5' },
    server: { deps: { inline: ['openapi-typescript'] } },
  },
})
