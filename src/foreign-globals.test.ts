import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { startNestbox } from './nestbox.ts'

/** The class of an environment such as happy-dom, whose signals are no event targets of Node. */
class OtherAbortController {
  readonly signal = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} }
  abort(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('starts, sends events and closes in a test environment that replaces the globals of Node', async () => {
  vi.stubGlobal('AbortController', OtherAbortController)
  const service = await startNestbox({ scenario: 'empty' })
  const [response]: IncomingMessage[] = await once(get(`${service.url}/_nestbox/events`), 'response')
  service.snapshot('one')
  await service.close()
  expect(await text(response as IncomingMessage)).toContain('event: snapshots')
})
