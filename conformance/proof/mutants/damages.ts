import table from './damages.json' with { type: 'json' }

/** What suffers, and from what: a number of characters that are kept, a pattern that is replaced, or another change. */
interface Row {
  /** Fields of bodies whose values suffer, with spaces between them. */
  readonly fields: string
  /** Texts of a share file that suffer. */
  readonly file?: string
  readonly texts?: Readonly<Record<string, number | readonly string[] | string>>
  /** A number is the greatest that is kept. */
  readonly numbers?: Readonly<Record<string, number | string>>
}

const otherTexts: Readonly<Record<string, (text: string) => string>> = {
  'without accents': (text) => text.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
  'as Latin-1': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'in HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
  'in lower case': (text) => text.toLowerCase(),
  'percent-decoded': (text) =>
    text.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  'with small letters inside': (text) =>
    text.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => letter.toLowerCase()),
}

const otherNumbers: Readonly<Record<string, (value: number) => number>> = {
  'one at least': (value) => value || 1,
  '1024 at least': (value) => Math.max(value, 1024),
  'without sign': Math.abs,
  'as a byte': (value) => value & 255,
  'as a small float': Math.fround,
}

const damagesOf = ({ texts = {}, numbers = {}, ...suffering }: Row) => [
  ...Object.entries(texts).map(([inWords, how]) => ({
    ...{ ...suffering, inWords },
    change: (value: unknown) => {
      if (typeof value !== 'string') return value
      if (typeof how === 'number') return value.slice(0, how)
      if (typeof how === 'string') return otherTexts[how]?.(value)
      const [pattern = '', by = ''] = how
      return value.replaceAll(new RegExp(pattern, 'gu'), by)
    },
  })),
  ...Object.entries(numbers).map(([inWords, how]) => ({
    ...{ ...suffering, inWords },
    change: (value: unknown) => {
      if (typeof value !== 'number') return value
      return typeof how === 'number' ? Math.min(value, how) : otherNumbers[how]?.(value)
    },
  })),
]

/** Damage that servers do to values. */
export const damages = (table as readonly Row[]).flatMap(damagesOf)

/** Whether a list of names, with spaces between them, has a name. */
export const hasName = (names: string, name: string): boolean => names.split(' ').includes(name)
