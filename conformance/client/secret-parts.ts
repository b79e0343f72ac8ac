/** The least number of consecutive characters of a secret that are removed. */
const shortestPart = 12

/**
 * The length of the pieces by which parts are found, and the distance between two pieces of a text that are looked at:
 * each part, also in base64, has a whole piece at one of these places.
 */
const pieceLength = 6
const step = 7

/** The places of a piece in a secret that are tried; only secrets that repeat themselves have more. */
const mostPlaces = 8

/** A secret in one of the usual encodings, in lower case. */
interface Form {
  readonly text: string
  /** The length of the shortest part in this spelling. */
  readonly shortest: number
}

type Range = readonly [from: number, to: number]

/** Finds parts of secrets in texts, in plain form, in base64 and in hexadecimal digits, in either case. */
export class SecretParts {
  readonly #places = new Map<string, (readonly [form: Form, at: number])[]>()

  constructor(secrets: readonly string[]) {
    for (const form of secrets.filter(({ length }) => length >= shortestPart).flatMap(formsOf)) {
      for (let at = 0; at + pieceLength <= form.text.length; at += 1) {
        const piece = form.text.slice(at, at + pieceLength)
        const places = this.#places.get(piece) ?? []
        if (places.length < mostPlaces) this.#places.set(piece, [...places, [form, at]])
      }
    }
  }

  /** The ranges of a text that are parts of secrets. */
  in(text: string): readonly Range[] {
    if (this.#places.size === 0) return []
    const small = inSmallLetters(text)
    const found: Range[] = []
    for (let at = 0; at + pieceLength <= small.length; at += step) {
      for (const place of this.#places.get(small.slice(at, at + pieceLength)) ?? []) {
        const [from, to] = around(small, at, place)
        if (to - from < place[0].shortest) continue
        found.push([from, to])
        // A found part is not searched again, except for the beginning of another part.
        at = Math.max(at, to - pieceLength - step)
      }
    }
    return found
  }
}

/** The range of a text that is equal to a secret around a piece of both. */
function around(text: string, at: number, [{ text: secret }, place]: readonly [Form, number]): Range {
  let before = 0
  while (before < place && before < at && text[at - before - 1] === secret[place - before - 1]) before += 1
  let length = pieceLength
  while (place + length < secret.length && text[at + length] === secret[place + length]) length += 1
  return [at - before, at + length]
}

/**
 * A text in both alphabets of base64, behind each number of bytes that matters, without the beginning that depends on
 * these bytes.
 * @param isWhole whether the last characters are kept, of which some bits depend on the bytes behind the text
 */
export function base64Of(text: string, isWhole: boolean): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    const end = isWhole ? bytes.length : bytes.length - (bytes.length % 3)
    const base64 = bytes.subarray(0, end).toString('base64').replace(/=+$/, '').slice([0, 2, 3][before])
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** The spellings of a secret in which parts of it are found. */
function formsOf(secret: string): readonly Form[] {
  const inBase64 = new Set(base64Of(secret, true))
  return [
    { text: secret, shortest: shortestPart },
    { text: Array.from(secret).toReversed().join(''), shortest: shortestPart },
    { text: Buffer.from(secret).toString('hex'), shortest: 2 * shortestPart },
    ...[...inBase64].map((text) => ({ text, shortest: (shortestPart * 8) / 6 - 1 })),
  ].map((form) => ({ ...form, text: inSmallLetters(form.text) }))
}

/** Small letters at the places of the letters; a few letters would become two. */
function inSmallLetters(text: string): string {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
