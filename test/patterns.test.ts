import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { cpuTime } from '../src/eggs/pattern.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = ['bin', 'conformance', 'src'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/testing\/|\/proof\//.test(path)),
)

/** A regular expression after what can stand before one. */
const literal =
  /(?<=[=>(,:[!&|?{};]\s*|return\s+)\/((?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

interface Pattern {
  readonly place: string
  readonly text: string
  readonly pattern: RegExp
}

function patternsIn(path: string): Pattern[] {
  const code = readFileSync(`${root}/${path}`, 'utf8')
  return [...code.matchAll(literal)].flatMap(([, text = '', flags = ''], index) => {
    try {
      // A pattern is tried at each place, as a search for all matches does.
      return [
        { place: `${path} ${index}`, text, pattern: new RegExp(text, `${flags.replace(/[gy]/g, '')}g`) },
      ]
    } catch {
      return []
    }
  })
}

const patterns = sources.flatMap(patternsIn)

/** Patterns that read only texts of a limited length, with the place of the limit. */
const bounded = ['src/faults/prefer.ts']

const length = 40_000

/** Characters that can make a pattern go back: those that it names, and some of each class. */
const charactersOf = (text: string): string[] => [
  ...new Set([...text.replaceAll(/\\[a-zA-Z]|[()?*+^$|[\]{}]/g, ''), ...' a0"\\/@:.\n=,T']),
]

function slowest({ text, pattern }: Pattern): number {
  const characters = charactersOf(text)
  const words = text.match(/[a-zA-Z]{3,}/g)?.slice(0, 3) ?? []
  const pumped = characters.flatMap((character) =>
    ['', ...words].map((start) => start + character.repeat(length)),
  )
  return Math.max(
    ...pumped.map((each) => {
      const since = process.cpuUsage()
      for (const _ of each.matchAll(pattern));
      return cpuTime(since)
    }),
  )
}

it('finds the patterns of the sources', () => {
  expect(patterns.length).toBeGreaterThan(200)
})

it('has no pattern that takes quadratic time for a long string', () => {
  // A linear pattern takes some milliseconds of CPU time, a quadratic one a second, each time.
  const slow = patterns.filter(
    (pattern) =>
      !bounded.some((path) => pattern.place.startsWith(path)) &&
      [1, 2, 3].every(() => slowest(pattern) > 250),
  )
  expect(slow.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
}, 120_000)
