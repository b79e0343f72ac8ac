import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/**
 * Reports test files that cannot be loaded as errors of the run. Such a file has no tests, so Stryker would count no
 * failure, and the mutant as not detected.
 */
class LoadErrorReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestModuleEnd(file: TestModule): void {
    for (const { message } of file.errors()) this.#vitest?.state.catchError(new Error(message), 'Load error')
  }
}

const { MUTATE_TESTS = '', MUTATE_SETUP = '' } = process.env

export default defineConfig({
  test: {
    include: MUTATE_TESTS.split(' '),
    setupFiles: MUTATE_SETUP,
    reporters: [new LoadErrorReporter()],
    // Test files share their modules, which are loaded once.
    isolate: false,
    testTimeout: 10_000,
    hookTimeout: 10_000,
  },
})
