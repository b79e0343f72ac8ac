import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectSentence } from '../test/fuzz/invariants.ts'
import { propertyTimeoutMs, settings } from '../test/fuzz/settings.ts'
import { trickyName, trickyText } from '../test/fuzz/values.ts'
import { checkFlags } from './check/flags.ts'
import { validateFlags as validateCheck } from './check/validate-flags.ts'
import { readArguments } from './flags.ts'
import { optionsFor, serveFlags } from './serving/options.ts'
import { validateFlags } from './serving/validate-flags.ts'
import { UsageError } from './terminal.ts'
import { wrongValues } from './testing/wrong-values.ts'

const names = Object.keys({ ...serveFlags, ...checkFlags })

const value = fc.oneof(
  { weight: 2, arbitrary: trickyText },
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(wrongValues).flat()) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0',
      '4141',
      'demo',
      'panel',
      'flaky',
      '800..900',
      'http://a.example',
      'application=x',
    ),
  },
)

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: trickyName },
)

const word = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name, value).map(([flag, text]) => [`--${flag}=${text}`]) },
  { weight: 2, arbitrary: fc.tuple(name, value).map(([flag, text]) => [`--${flag}`, text]) },
  { weight: 1, arbitrary: name.map((flag) => [`--${flag}`]) },
  { weight: 1, arbitrary: name.map((flag) => [`--no-${flag}`]) },
  { weight: 1, arbitrary: value.map((text) => [text]) },
  { weight: 1, arbitrary: value.map((text) => [`-${text}`]) },
  { weight: 1, arbitrary: fc.constantFrom(['-p'], ['-q'], ['-'], ['---'], ['--='], ['-pq', '1'], ['-p=1']) },
)

const line = fc.array(word, { maxLength: 4 }).map((words) => words.flat())

const surroundings = fc.dictionary(
  fc.oneof(
    fc.constantFrom(...names.map((flag) => `NESTBOX_${flag.toUpperCase().replaceAll('-', '_')}`)),
    trickyName,
  ),
  value,
  { maxKeys: 2 },
)

it.each([
  ['serve', serveFlags],
  ['check', checkFlags],
] as const)(
  'the arguments of %s are read, or refused in a sentence',
  (_, flags) => {
    fc.assert(
      fc.property(line, surroundings, (args, env) => {
        try {
          const { values } = readArguments(
            flags,
            flags === serveFlags ? validateFlags : validateCheck,
            args,
            { env, most: 1 },
          )
          if (flags === serveFlags) optionsFor(values as never)
          expect(Object.keys(values).every((each) => Object.hasOwn(flags, each))).toBe(true)
        } catch (error) {
          if (!(error instanceof UsageError)) throw error
          expectSentence(`"${error.message}`)
        }
      }),
      settings(0.5),
    )
  },
  propertyTimeoutMs,
)
