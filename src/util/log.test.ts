import { expect, it } from 'vitest'
import { createLog, type LogLevel } from './log.ts'

it.each<[LogLevel, string[]]>([
  ['silent', []],
  ['error', ['an error']],
  ['warn', ['an error', 'a warning']],
  ['info', ['an error', 'a warning', 'some news']],
  ['debug', ['an error', 'a warning', 'some news']],
])('a log of level %s writes %j', (level, expected) => {
  const lines: string[] = []
  const log = createLog(level, (line) => lines.push(line))
  log.error('an error')
  log.warn('a warning')
  log.info('some news')
  expect(lines).toEqual(expected)
})
