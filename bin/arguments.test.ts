import { describe, expect, it } from 'vitest'
import { compile } from '../src/contract/checking/compile.ts'
import { boolean, string, textsSchema } from '../src/options/types.ts'
import { readArguments } from './flags.ts'

const flags = {
  size: { placeholder: '<number>', help: 'a size', repeats: 'list', ...string },
  json: { help: 'print JSON', ...boolean },
} as const

const validate = compile(textsSchema(flags))

const read = (most: number, ...args: readonly string[]) => readArguments(flags, validate, args, { most })

describe('readArguments', () => {
  it.each<[what: string, args: string[], expected: object]>([
    ['no positional argument', ['--json'], { values: { json: true }, positionals: [] }],
    ['one before flags', ['here', '--size', '1'], { values: { size: ['1'] }, positionals: ['here'] }],
    ['one after flags', ['--size=1', 'here'], { values: { size: ['1'] }, positionals: ['here'] }],
    [
      'two around flags',
      ['here', '--json', 'there'],
      { values: { json: true }, positionals: ['here', 'there'] },
    ],
    ['one like a flag after two hyphens', ['--', '--json'], { values: {}, positionals: ['--json'] }],
  ])('accepts %s', (_, args, expected) => {
    expect(read(2, ...args)).toEqual(expected)
  })

  it('names the first positional argument that is too many', () => {
    expect(() => read(1, 'here', 'there', 'everywhere')).toThrow('Unexpected argument "there"; see --help.')
  })

  it('reads no environment variables unless an environment is passed', () => {
    expect(read(0)).toEqual({ values: {}, positionals: [] })
    expect(readArguments(flags, validate, [], { env: { NESTBOX_JSON: '1' } }).values).toEqual({ json: true })
  })
})
