import { mapValues } from '../../src/contract/index.ts'
import { longText, varietyOf } from '../judge/sent-values.ts'
import values from './values.json' with { type: 'json' }

/** A text of `length` characters, of which each has two bytes. */
const accented = (length: number): string => `${'äöüß'.repeat(length / 4 + 1).slice(0, length - 1)}é`

/** A text of `length` characters without a space. */
const solid = (length: number): string => 'Abcdefghi-'.repeat(length / 10 + 1).slice(0, length)

/** The words in a text that an exploration made for one request. */
export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/[Ee]xplored[ :]([a-z]{8})/g)].map(([, word = '']) => word)

/** Texts with signs that are special somewhere, by the kind of sign. */
const signs = {
  spaces: ['x', 'Two  spaces', ' spaces around '],
  lines: ['A tab\there', 'Two\nlines', 'Two\r\nlines', varietyOf.placeholders],
  quotes: ['"quoted"', "'quoted'", "O'Neill", `'; DROP TABLE a; --`, varietyOf.quotes],
  backslashes: ['a\\b', 'C:\\new\\table'],
  markup: ['<script>a()</script>', '<b>bold</b>'],
  entities: ['&lt;b&gt; &amp;'],
  percents: ['%41%20+', 'a%20b'],
  shell: ['`quoted`', '$HOME `id` $(id)'],
  braces: ['[]', '{}', '{{name}}'],
  others: [
    ...['UPPER', 'A final dot.', '1st', 'a/b', '../../etc/passwd', 'a+b', '#1', 'a,b;c|d', 'a:b@c', '!~^_'],
  ],
  letters: [varietyOf.latin, varietyOf.rightToLeft, varietyOf.east, 'İıŞ'],
  marks: ['e\u0301', 'Z\u0351\u036b\u0343'],
  astral: ['🎮', '𝒜𝒷𝒸'],
  joined: ['👩‍👩‍👧', varietyOf.emoji],
  invisible: ['\u200bzero width'],
  compatible: ['ﬁ ligature', 'ｆｕｌｌ'],
} as const

/**
 * Texts that servers store or show wrongly, by the reason: they look like another type or a formula, they are as long as
 * limits of columns (in characters and bytes), or they have signs that are special somewhere.
 */
const texts = {
  /** Texts that are false in some languages. */
  falsy: ['', '0'],
  digits: ['1', '007', '00712345'],
  decimals: ['3.10', '1e3'],
  words: ['false', 'true', 'null', 'undefined', 'NaN'],
  formulas: ['=1+1', '@here'],
  others: ['-1', '0x1F', '-dash', '*', '?', '2026-01-31', '2026-01-31T12:00:00+00:00', '12:30'],
  long: [
    ...[20, 24, 25, 32, 40, 50, 60, 65, 99, 100, 101, 127, 128, 129, 190].map(longText),
    ...[64, 95, 96, 127, 128].map(accented),
    ...[64, 128].map(solid),
  ],
  longest: [
    ...[191, 192, 254, 255, 256, 500, 512, 1_000, 1_024, 2_048, 4_096, 8_192].map(longText),
    ...[191, 255].map(accented),
    solid(255),
  ],
  signs: Object.values(signs).flat(),
} as const

/** The reasons why a text may be stored or shown wrongly. */
export const textClasses: Readonly<Record<string, readonly string[]>> = texts

export const oddTexts: readonly string[] = Object.values(textClasses).flat()

/** Whether a text can be packed with others in one text. */
export const isPiece = (text: string): boolean => text.length > 1 && text.length <= 20 && text.trim() === text

/** The texts that can be packed, by their special property, so that a text of one of each has everything. */
export const pieces: Readonly<Record<string, readonly string[]>> = mapValues(
  { ...signs, types: [texts.digits, texts.decimals, texts.words, texts.formulas, texts.others].flat() },
  (some) => some.filter(isPiece),
)

/**
 * A text of several others, so that few requests cover much. Each has its own word, so that the word in a response
 * tells which request was done.
 * @param length the characters of the text, which its last word fills up
 */
export const packed = (word: string, pieces: readonly string[], length = 0): string => {
  const text = `Explored ${word} ${pieces.join(' ')}`
  return length > text.length + 1 ? `${text} ${solid(length - text.length - 1)}` : text
}

/** Whether a text is a value, or is packed with it. */
export const hasText = (text: unknown, value: unknown): boolean =>
  text === value ||
  (typeof text === 'string' &&
    typeof value === 'string' &&
    isPiece(value) &&
    wordsIn(text).length > 0 &&
    text.includes(value))

/** Texts for fields that a shell or a header may carry. */
export const oddCommands: readonly string[] = [
  ...oddTexts.filter((text) => text.trim() === text),
  './run --name "{{SERVER_NAME}}"',
  'java -Xms128M -jar server.jar --port={{server.build.default.port}}',
  './run; echo $HOME # a comment\nsecond line',
]

export const oddImages: readonly string[] = [
  ...['example/latest', 'example/app:1', 'EXAMPLE/App:Tag', 'registry.example:5000/a/b:1', 'a', '0'],
  `registry.example/app:Java-17@sha256:${'0123456789abcdef'.repeat(4)}`,
  ...[100, 128, 191, 255].map((length) => `example/${'a'.repeat(length - 10)}:1`),
]

/** Integers around the limits of types, and those that are lost as false or missing, which come more often. */
export const oddNumbers: readonly number[] = values.numbers

/** Ports of each range. */
export const oddPorts: readonly number[] = values.ports

/** Sizes of pages beyond the maximum of 50, and texts that may be read as sizes. */
export const oddSizes: readonly (number | string)[] = [...values.sizes, ...values.sizeTexts]
