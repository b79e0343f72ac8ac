import { test as plain } from '@playwright/test'
import { type Nestbox, startNestbox } from '../nestbox.ts'
import type { NestboxOptions } from '../options/nestbox-options.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'

export { expect } from '@playwright/test'

/** The fixtures of each test. */
export interface NestboxFixtures {
  /** The sandbox of the test, which is deleted after the test. */
  nestbox: Sandbox
  /** Makes the requests of the test's pages to `/api/...`, at any `http:` address, go to the sandbox of the test. */
  // biome-ignore lint/suspicious/noConfusingVoidType: the type of a fixture without a value
  sandboxedPages: void
}

/** The fixtures of each worker. */
export interface NestboxWorkerFixtures {
  /** Options of the service; set them through `use` in the configuration. */
  nestboxOptions: NestboxOptions
  nestboxServer: Nestbox
}

/**
 * Playwright's `test` with the fixture `nestbox`: a sandbox for every test. The requests of a failed test to the API
 * are attached to the report.
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
  sandboxedPages: async ({ context, nestbox, nestboxServer }, use) => {
    const [, name = ''] = nestbox.url.split('/~')
    await context.route(
      ({ pathname }) => pathname.startsWith('/api/'),
      (route, request) => {
        const { protocol, pathname, search } = new URL(request.url())
        return route.continue({
          headers: { ...request.headers(), 'x-nestbox-sandbox': name },
          // Playwright cannot change the protocol of a request.
          ...(protocol === 'http:' && { url: nestboxServer.url + pathname + search }),
        })
      },
    )
    await use()
  },
})

let last = 0

const nextNumber = (): number => {
  last += 1
  return last
}
