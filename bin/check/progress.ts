import type { Result } from '../../conformance/judge/outcome.ts'

/** One line on a terminal that is written over and over; nothing anywhere else. */
export function progressOn(stream: NodeJS.WriteStream) {
  const write = (text: string): void => {
    // Cut, for a line that wraps cannot be written over.
    if (stream.isTTY) stream.write(`\r\u001B[2K${text.slice(0, (stream.columns || 80) - 1)}`)
  }
  return {
    show: ({ id }: Result, done: number, of: number): void => write(`${done}/${of} ${id}`),
    clear: (): void => write(''),
  }
}
