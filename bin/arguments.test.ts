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
    [
      'one argument before flags',
      ['here', '--size', '1'],
      { values: { size: ['1'] }, positionals: ['here'] },
    ],
    ['one argument after flags', ['--size=1', 'here'], { values: { size: ['1'] }, positionals: ['here'] }],
    [
      'two arguments around flags',
      ['here', '--json', 'there'],
      { values: { json: true }, positionals: ['here', 'there'] },
    ],
    ['an argument like a flag after two hyphens', ['--', '--json'], { values: {}, positionals: ['--json'] }],
  ])('accepts %s', (_, args, expected) => {
    const { values, positionals } = read(2, ...args)
    expect({ values, positionals }).toEqual(expected)
  })

  it('reports the first of too many positional arguments', () => {
    expect(() => read(1, 'here', 'there', 'everywhere')).toThrow('Unexpected argument "there"; see --help.')
  })

  it('reads no environment variables unless an environment is passed', () => {
    expect(read(0).values).toEqual({})
    expect(readArguments(flags, validate, [], { env: { NESTBOX_JSON: '1' } }).values).toEqual({ json: true })
  })
})
