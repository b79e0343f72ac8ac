import type { Result, Status } from '../../conformance/judge/outcome.ts'
import { statuses, statusWords } from '../../conformance/report/summary.ts'

/** One line on a terminal that is written over and over; nothing anywhere else. */
export function progressOn(stream: NodeJS.WriteStream) {
  const write = (text: string): void => {
    // Cut, for a line that wraps cannot be written over.
    if (stream.isTTY) stream.write(`\r\u001B[2K${text.slice(0, (stream.columns || 80) - 1)}`)
  }
  const counts = new Map<Status, number>()
  const inWords = (): string =>
    statuses
      .filter((status) => counts.has(status))
      .map((status) => `${counts.get(status)} ${statusWords[status]}`)
      .join(', ')
  return {
    show: ({ id, status }: Result, done: number, of: number): void => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      write(`${done}/${of} ${inWords()}  ${id}`)
    },
    clear: (): void => write(''),
  }
}
