import { describe, expect, it } from 'vitest'
import { readArguments, toggle } from './flags.ts'

const flags = {
  size: { value: '<number>', help: 'a size', list: true, read: (text: string) => text },
  json: { help: 'for programs', read: toggle },
} as const

const read = (most: number, ...args: readonly string[]) => readArguments(flags, args, { most })

describe('readArguments', () => {
  it.each<[what: string, args: string[], expected: object]>([
    ['no word', ['--json'], { given: { json: true }, words: [] }],
    ['a word before flags', ['here', '--size', '1'], { given: { size: ['1'] }, words: ['here'] }],
    ['a word after flags', ['--size=1', 'here'], { given: { size: ['1'] }, words: ['here'] }],
    ['words around flags', ['here', '--json', 'there'], { given: { json: true }, words: ['here', 'there'] }],
    ['what looks like a flag after two dashes', ['--', '--json'], { given: {}, words: ['--json'] }],
  ])('takes %s', (_, args, expected) => {
    expect(read(2, ...args)).toEqual(expected)
  })

  it('names the first word that is too many', () => {
    expect(() => read(1, 'here', 'there', 'everywhere')).toThrow('"there" is one word too many; see --help.')
  })

  it('takes no variables unless they are given', () => {
    expect(read(0)).toEqual({ given: {}, words: [] })
    expect(readArguments(flags, [], { env: { NESTBOX_JSON: '1' } }).given).toEqual({ json: true })
  })
})
