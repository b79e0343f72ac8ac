import { describe, expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

async function read(...chunks: readonly string[]) {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(stream, 1000)) events.push(event)
  return events
}

describe('readEvents', () => {
  it('reads events and skips comments', async () => {
    expect(await read('event: gaps\ndata: {"a":1}\n\n: still here\n\nevent: world\ndata: 2\n\n')).toEqual([
      { event: 'gaps', data: '{"a":1}' },
      { event: 'world', data: '2' },
    ])
  })

  it('joins the parts of an event, and ignores an event that was cut off', async () => {
    expect(await read('event: req', 'uest\nda', 'ta: x\n', '\nevent: gaps\ndata: y\n')).toEqual([
      { event: 'request', data: 'x' },
    ])
  })

  it('closes a stream that sends nothing for too long', async () => {
    const silent = new ReadableStream<Uint8Array>()
    expect(await readEvents(silent, 10).next()).toEqual({ done: true, value: undefined })
  })
})
