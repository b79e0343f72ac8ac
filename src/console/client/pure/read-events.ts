/** An event of a stream of server-sent events. */
export interface StreamEvent {
  readonly event: string
  readonly data: string
}

/**
 * Reads a stream of server-sent events that needs a request header, which EventSource cannot send.
 * @param patience milliseconds without data after which the generator ends
 */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  patience: number,
): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(() => void reader.cancel().catch(() => {}), patience)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) yield event
      }
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => {})
  }
}

/** A block without data is a comment that keeps the connection open. */
function parse(block: string): StreamEvent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (name === 'event') event = value
    if (name === 'data') data.push(value)
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined
}
