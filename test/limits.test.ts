import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync('docs/limits.md', 'utf8')

interface Limit {
  readonly what: string
  readonly figures: readonly number[]
  readonly sources: readonly string[]
}

/** The rows of all tables of the page that name a source and have figures. */
const limits: readonly Limit[] = [...page.matchAll(/^\| (.+?) \| (.+) \| (.+?) \| (.+?) \|$/gm)]
  .map(([, what = '', limit = '', , source = '']) => ({
    what,
    figures: figuresIn(limit.replaceAll(/`[^`]*`|\(section \d+\)/g, '')),
    sources: [...source.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path),
  }))
  .filter(({ figures, sources }) => figures.length > 0 && sources.length > 0)

/** The figures of a text; seconds count as milliseconds. */
function figuresIn(text: string): number[] {
  return [...text.matchAll(/(?<![\w-])(\d[\d,]*)( s\b)?/g)].map(
    ([, digits = '', seconds]) => Number(digits.replaceAll(',', '')) * (seconds ? 1_000 : 1),
  )
}

/** The numbers in the code of a file, or of the files in a folder, products of two numbers included. */
function numbersIn(path: string): number[] {
  if (statSync(path).isDirectory()) {
    const files = readdirSync(path).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    return files.flatMap((file) => numbersIn(join(path, file)))
  }
  const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const plain = (text: string) => Number(text.replaceAll('_', ''))
  return [
    ...[...code.matchAll(/\b\d[\d_]*\b/g)].map(([text]) => plain(text)),
    ...[...code.matchAll(/\b(\d[\d_]*) \* (\d[\d_]*)\b/g)].map(([, a = '', b = '']) => plain(a) * plain(b)),
  ]
}

it.each(limits)('docs/limits.md has the figures of the code: $what', ({ figures, sources }) => {
  expect(sources.flatMap(numbersIn)).toEqual(expect.arrayContaining([...figures]))
})

it('the page has a row for most limits', () => {
  expect(limits.length).toBeGreaterThan(35)
})

it('SECURITY.md leaves sizes and counts to docs/limits.md', () => {
  const text = readFileSync('SECURITY.md', 'utf8')
  expect(text.match(/\b\d[\d,]* (?:ms|s|bytes|kB|MB|characters|concurrent|levels|rules)\b/g)).toBeNull()
})
