import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { lineWriter } from './terminal.ts'

it('leaves lines of a log out while nobody reads it, and counts them afterwards', async () => {
  const stream = new PassThrough()
  const write = lineWriter(stream)
  const line = 'x'.repeat(1_000)
  for (let count = 0; count < 5_000; count += 1) write(line)
  expect(stream.writableLength).toBeLessThan(1_100_000)
  const read = text(stream)
  await expect.poll(() => stream.writableLength).toBe(0)
  write('read again')
  stream.end()
  const lines = (await read).trimEnd().split('\n')
  const [, leftOut] = /^nestbox: (\d+) lines of the log were left out/.exec(lines.at(-2) ?? '') ?? []
  expect(lines.at(-1)).toBe('read again')
  expect(lines.filter((each) => each === line).length + Number(leftOut)).toBe(5_000)
})
