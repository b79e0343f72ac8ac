import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** Stryker looks at tests only: a file that cannot even be loaded has none, which to it is as good as none that fails. */
class SaysWhatDoesNotLoad implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestModuleEnd(file: TestModule): void {
    for (const { message } of file.errors())
      this.#vitest?.state.catchError(new Error(message), 'Does not load')
  }
}

const { MUTATE_TESTS = '', MUTATE_SETUP = '' } = process.env

export default defineConfig({
  test: {
    include: MUTATE_TESTS.split(' '),
    setupFiles: MUTATE_SETUP,
    reporters: [new SaysWhatDoesNotLoad()],
    // What several files of tests need is loaded once.
    isolate: false,
    testTimeout: 10_000,
    hookTimeout: 10_000,
  },
})
