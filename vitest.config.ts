import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that replace modules, or fill what a module stores, which other tests of their worker may need. */
const apart = [
  'conformance/client/long-integers.test.ts',
  'src/control/routes/reference.test.ts',
  'src/http/descriptors.test.ts',
]

/** Short files with long tests, which would begin last by their size, when little else is left to do beside them. */
const long = [
  'bin/crash.test.ts',
  'src/runners/playwright.test.ts',
  'src/console/axe.test.ts',
  'conformance/checks/alone.test.ts',
  'examples/compose.test.ts',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((path) => moduleId.endsWith(`/${path}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'apart', include: apart } },
      // To load the modules again for each file would take a quarter of the time of all tests.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ['{bin,conformance,examples,src,test}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...apart],
        },
      },
    ],
    // Far more than any test needs, so that only tests that hang fail, and none because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The defaults are one worker fewer than cores, which is one worker on two cores, and five concurrent tests. Workers
    // often wait for a browser or a process, so two more than cores keep the cores busy. Many concurrent tests start
    // processes, and more of them than cores would only wait for each other.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    maxConcurrency: Math.max(2, availableParallelism()),
    // openapi-typescript needs the compiler API in JavaScript, which TypeScript 7 does not have.
    alias: { typescript: 'typescript5' },
    server: { deps: { inline: ['openapi-typescript'] } },
  },
})
