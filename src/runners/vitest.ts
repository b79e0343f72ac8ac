import { test as plain } from 'vitest'
import { type Nestbox, type NestboxOptions, startNestbox } from '../nestbox.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

/** What tests find in their context. */
export interface NestboxFixtures {
  /** One service for each worker, started when the first test wants it. */
  nestboxServer: Nestbox
  /** A world of the test's own on that service, which goes with the test. */
  nestbox: Sandbox
}

/** Vitest's `test` with a `nestbox` in its context: a world of its own for every test. */
export function nestboxTest(options: NestboxOptions = {}) {
  let count = 0
  return plain.extend<NestboxFixtures>({
    nestboxServer: [
      // Vitest tells by this pattern which fixtures one needs.
      // biome-ignore lint/correctness/noEmptyPattern: it needs none
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

/** The same with every option at its default. */
export const test = nestboxTest()
