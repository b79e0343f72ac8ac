import { test as plain } from 'vitest'
import { type Nestbox, startNestbox } from '../nestbox.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

/** The fixtures in the test context. */
export interface NestboxFixtures {
  /** The service of the worker, started by the first test that uses it. */
  nestboxServer: Nestbox
  /** The sandbox of the test on that service, which is deleted after the test. */
  nestbox: Sandbox
}

/** Vitest's `test` with the fixture `nestbox`: a sandbox for every test. */
export function nestboxTest(options: NestboxOptions = {}) {
  let count = 0
  return plain.extend<NestboxFixtures>({
    nestboxServer: [
      // Vitest parses this pattern to find the fixtures that are used.
      // biome-ignore lint/correctness/noEmptyPattern: the fixture uses no other fixture
      async ({}, use) => {
        const server = await startNestbox(options)
        await use(server)
        await server.close()
      },
      { scope: 'worker' },
    ],
    nestbox: async ({ nestboxServer }, use) => {
      count += 1
      const name = `test-${count}`
      await use(nestboxServer.sandbox(name))
      nestboxServer.deleteSandbox(name)
    },
  })
}

/** `nestboxTest` with default options. */
export const test = nestboxTest()
