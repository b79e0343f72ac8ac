import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Json } from './service.ts'

interface Heard {
  readonly name: string
  readonly data: Json
}

/** A listener to the events of a world, on its own connection. */
export interface Listener {
  readonly response: IncomingMessage
  /** All events so far. */
  readonly heard: readonly Heard[]
  /** The next event that was not returned yet; waits for it. */
  next(): Promise<Heard>
  /** Resolves when the connection is over. */
  readonly over: Promise<void>
  leave(): void
}

export async function listen(url: string, path = '/_nestbox/events'): Promise<Listener> {
  const asked = request(url + path)
  onTestFinished(() => {
    asked.destroy()
  })
  const response = await answered(asked)
  const heard: Heard[] = []
  const waiting: ((event: Heard) => void)[] = []
  let taken = 0
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks.filter((each) => !each.startsWith(':'))) {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      const event = { name, data: JSON.parse(data) }
      heard.push(event)
      const [first] = waiting.splice(0, 1)
      if (!first) continue
      taken += 1
      first(event)
    }
  })
  const over = new Promise<void>((resolve) => response.once('close', () => resolve()))
  return {
    response,
    heard,
    over,
    next() {
      const event = heard[taken]
      if (!event) return new Promise((resolve) => waiting.push(resolve))
      taken += 1
      return Promise.resolve(event)
    },
    leave: () => asked.destroy(),
  }
}

/** After the first line, the server sends all events. */
async function answered(asked: ClientRequest): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
    asked.end()
  })
  response.on('error', () => {})
  asked.on('error', () => {})
  return response
}
