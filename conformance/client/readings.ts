import htmlNames from './html-names.json' with { type: 'json' }

type Place = readonly [from: number, to: number]

/** A text in a decoded form. */
export interface Reading {
  readonly text: string
  /** The place in the original text of a part of this one. */
  readonly placeOf: (from: number, to: number) => Place
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

function decoded(outer: Reading): Reading {
  // Few readings contain a secret, so the places of their characters are found when one is asked for.
  let places: readonly Place[] | undefined
  return {
    text: outer.text.replace(spellings, meaning),
    placeOf(from, to) {
      places ??= placesIn(outer.text)
      const end = outer.text.length
      return outer.placeOf(places[from]?.[0] ?? end, places[to - 1]?.[1] ?? end)
    },
  }
}

/** Where the spelling of each character of the decoded text begins and ends. */
function placesIn(text: string): readonly Place[] {
  const places: Place[] = []
  let end = 0
  const addPlain = (to: number): void => {
    for (; end < to; end += 1) places.push([end, end + 1])
  }
  for (const match of text.matchAll(spellings)) {
    const [whole, ...groups] = match
    addPlain(match.index)
    end += whole.length
    const place: Place = [match.index, end]
    for (let rest = meaning(whole, ...groups).length; rest > 0; rest -= 1) places.push(place)
  }
  addPlain(text.length)
  return places
}
