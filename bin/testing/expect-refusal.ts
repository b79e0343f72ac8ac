import { expect } from 'vitest'
import type { Ended } from './run.ts'

/** What a refusal looks like: nothing on stdout, and one sentence on stderr that has these words in it. */
export function expectRefusal({ code, stdout, stderr }: Ended, expected: number, words = ''): void {
  expect(stderr).toMatch(/^nestbox: [^\n]+[.?]\n$/)
  expect(stderr).not.toMatch(/\bat .+:\d+/)
  expect(stderr).toContain(words)
  expect(stdout).toBe('')
  expect(code).toBe(expected)
}
