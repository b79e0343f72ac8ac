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
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        // The server writes each event like this; any other block is a comment that keeps the connection open.
        const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? []
        if (event !== undefined && data !== undefined) yield { event, data }
      }
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => {})
  }
}
