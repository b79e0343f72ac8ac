import { defined, mapValues } from '../../src/contract/index.ts'
import type { Query } from '../client/request-path.ts'
import { inFull, solid } from '../judge/sent-values.ts'
import values from './values.json' with { type: 'json' }

/** The words in a text that an exploration made for one request. */
export const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/[Ee]xplored[ :]([a-z]{8})/g)].map(([, word = '']) => word)

/** Texts with signs that are special somewhere, by the kind of sign. */
const signs = mapValues(values.signs, (some) => some.map(inFull))

/**
 * Texts that look like another type or a formula (the `falsy` ones are false in some languages), and texts as long as
 * limits of columns, in characters and bytes.
 */
const texts = mapValues(values.texts, (some) => some.map(inFull))

/** Texts that servers store or show wrongly, by the reason. */
export const textClasses: Readonly<Record<string, readonly string[]>> = {
  ...texts,
  signs: Object.values(signs).flat(),
}

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
  './run | tee log > out 2>&1 && done',
  `'./run' --name 'a b'`,
]

/** Names of people, whose parts a server may capitalise, divide or lose. */
export const oddNames: readonly string[] = [
  ...oddTexts,
  ...['van der Berg', 'de la Cruz', 'Anne-Marie', 'O’Brien', 'McDonald'],
]

export const oddImages: readonly string[] = [
  ...[
    'example/latest',
    'example/app:1',
    'EXAMPLE/App:Tag',
    'registry.example:5000/a/b:1',
    'registry.example:5000/app',
    'ghcr.io/a/b/c/d:1',
    'a',
    '0',
  ],
  ...['registry.example/app:Java-17', 'example/app'].map(
    (image) => `${image}@sha256:${'0123456789abcdef'.repeat(4)}`,
  ),
  ...[100, 128, 191, 255].map((length) => `example/${'a'.repeat(length - 10)}:1`),
]

/** Integers around the limits of types, and those that are lost as false or missing, which come more often. */
export const oddNumbers: readonly number[] = values.numbers

/** Ports of each range. */
export const oddPorts: readonly number[] = values.ports

/** Sizes of pages beyond the maximum of 50, and texts that may be read as sizes. */
export const oddSizes: readonly (number | string)[] = [...values.sizes, ...values.sizeTexts]

/** Queries with sizes beyond the maximum that a server may read, although the document does not describe their form. */
export const oddPages: readonly Query[] = [
  ...values.sizeTexts.map((per_page) => ({ per_page })),
  ...values.pages.map<Query>(defined),
]
