import htmlNames from './html-names.json' with { type: 'json' }

/** A text in a decoded form. */
export interface Reading {
  readonly text: string
  /** The place in the original text of a part of this one. */
  readonly placeOf: (from: number, to: number) => readonly [from: number, to: number]
}

/** How often a text is decoded: JSON in JSON in a URL has three spellings; a server that hides a token may use more. */
const mostRounds = 8

/** A text as it is, and decoded as often as it may be encoded. */
export function readings(text: string): readonly Reading[] {
  const all: Reading[] = [{ text, placeOf: (from, to) => [from, to] }]
  for (
    let last = all.at(-1);
    last && all.length <= mostRounds && spelling.test(last.text);
    last = all.at(-1)
  ) {
    const next = decoded(last)
    // A part that looks like an escape may be plain text.
    if (next.text === last.text) break
    all.push(next)
  }
  return all
}

/** The characters of tokens that HTML can write by name. */
const named: Readonly<Record<string, string>> = htmlNames

type Meaning = (part: string) => string | undefined

const ofHex: Meaning = (digits) => character(Number.parseInt(digits, 16))

/**
 * Characters as JSON, programming languages, URLs, HTML and JSON pointers spell them, and characters that are invisible
 * or break lines: a pattern with one group, and the meaning of the group. HTML needs no semicolon after a number.
 */
const table: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/[\\%]u(?:0000(?=00))?([\da-f]{4})/, ofHex],
  [/\\u\{0*([\da-f]{1,6})\}/, ofHex],
  [/\\x([\da-f]{2})/, ofHex],
  [/\\([0-3][0-7]{2})/, (digits) => character(Number.parseInt(digits, 8))],
  [/(\\[nr]|[\0\r\n\u00ad\u200b-\u200d\u2060\ufeff])/, () => ''],
  [/\\(["'\\/])/, (sign) => sign],
  [/%([0-7][\da-f])/, ofHex],
  [/((?:%[89a-f][\da-f])+)/, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8')],
  [/&#0*(\d{1,7});?/, (digits) => character(Number(digits))],
  [/&#x0*([\da-f]{1,6});?/, ofHex],
  [
    /&((?:amp|lt|gt|quot)(?!\w)|\w{2,16}(?=;));?/,
    (name) => (Object.hasOwn(named, name) ? named[name] : undefined),
  ],
  [/~([01])/, (digit) => (digit === '0' ? '~' : '/')],
]

const character = (code: number): string | undefined =>
  code <= 0x10ffff ? String.fromCodePoint(code) : undefined

const spellings = new RegExp(table.map(([{ source }]) => source).join('|'), 'gi')

const spelling = /\\[ux0-3nr"'\\/]|%[u\da-f]|&[#\w]|~[01]|[\0\r\n\u00ad\u200b-\u200d\u2060\ufeff]/i

/** The character, or the characters, of a spelling; the text itself if it is not an escape. */
function meaning(whole: string, ...parts: readonly (string | undefined)[]): string {
  const at = parts.findIndex((part) => part !== undefined)
  return table[at]?.[1](parts[at] ?? '') ?? whole
}

/** A decoded part: where it begins and ends, and where its spelling does. */
interface Piece {
  readonly at: number
  readonly end: number
  readonly from: number
  readonly to: number
}

function decoded(outer: Reading): Reading {
  // Few readings contain a secret, so the places of their characters are found when one is asked for.
  let pieces: readonly Piece[] | undefined
  return {
    text: outer.text.replace(spellings, meaning),
    placeOf(from, to) {
      pieces ??= piecesOf(outer.text)
      return outer.placeOf(outside(pieces, from)[0], outside(pieces, to - 1)[1])
    },
  }
}

function piecesOf(text: string): readonly Piece[] {
  let longer = 0
  return Array.from(text.matchAll(spellings), (match) => {
    const [whole, ...groups] = match
    const { index } = match
    const at = index - longer
    const { length } = meaning(whole, ...groups)
    longer += whole.length - length
    return { at, end: at + length, from: index, to: index + whole.length }
  })
}

/** Where the spelling of a character begins and ends. */
function outside(pieces: readonly Piece[], index: number): readonly [from: number, to: number] {
  let low = 0
  let high = pieces.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle]?.at ?? 0) <= index) low = middle + 1
    else high = middle
  }
  const piece = pieces[low - 1]
  if (!piece) return [index, index + 1]
  if (index < piece.end) return [piece.from, piece.to]
  const place = piece.to + index - piece.end
  return [place, place + 1]
}
