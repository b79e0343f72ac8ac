import { test as plain } from '@playwright/test'
import { type Nestbox, type NestboxOptions, startNestbox } from '../nestbox.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

export { expect } from '@playwright/test'

/** What each test is given. */
export interface NestboxFixtures {
  /** A world of the test's own on the service, which goes with the test. */
  nestbox: Sandbox
}

/** What the tests of a worker share. */
export interface NestboxWorkerFixtures {
  /** Options of the service; set them with `use` in the configuration. */
  nestboxOptions: NestboxOptions
  nestboxServer: Nestbox
}

/**
 * Playwright's `test` with a `nestbox`: a world of its own for every test. When
 * a test fails, what it asked of the API is attached to its report.
 */
export const test = plain.extend<NestboxFixtures, NestboxWorkerFixtures>({
  nestboxOptions: [{}, { option: true, scope: 'worker' }],
  nestboxServer: [
    async ({ nestboxOptions }, use) => {
      const server = await startNestbox(nestboxOptions)
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  nestbox: async ({ nestboxServer }, use, info) => {
    const name = `test-${info.workerIndex}-${nextNumber()}`
    const sandbox = nestboxServer.sandbox(name)
    await use(sandbox)
    if (info.status !== info.expectedStatus) {
      const body = JSON.stringify(sandbox.requests(), undefined, 2)
      await info.attach('requests to nestbox', { body, contentType: 'application/json' })
    }
    nestboxServer.deleteSandbox(name)
  },
})

let last = 0

const nextNumber = (): number => {
  last += 1
  return last
}
