import { mapInside } from '../contract/objects.ts'
import { SecretSearch } from './secret-search.ts'

/** The text instead of a secret. */
const blackened = '[redacted]'

/** A character that no text has: the place of a secret. */
const struckOut = '\uFDD0'

/** Names of headers, parameters and fields that hold secrets. */
const secretName =
  /authorization|cookie|password|passwd|passphrase|secret|token|api[_-]?key|^x-nestbox-control$|^pwd?$/i

/** A token in the form of the real panel, whose length sets it apart from the end of a name such as `accepted_at`. */
const wholeToken = String.raw`pt[a-z]{2}_\w{30,}`

/** The same at any place in a text, and a part of one at the start of a word. */
const madeToken = String.raw`${wholeToken}|\bpt[a-z]{2}_\w+`

const isMade = new RegExp(`^${wholeToken}$`)

/** Words and short texts can be part of other texts: they are secrets only as the whole value of a parameter. */
const isDistinct = (secret: string): boolean => secret.length >= 8 && !/^[a-z]+$/i.test(secret)

const anyMade = new RegExp(madeToken, 'g')

/** Removes secrets from what clients have sent and received: values with the name of a secret, and tokens anywhere. */
export class Redaction {
  readonly #secrets: ReadonlySet<string>
  readonly #anywhere: SecretSearch
  readonly #anywhereInBytes: SecretSearch

  /** @param secrets the texts that are secrets whatever their form and place */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = new Set(secrets)
    // Made tokens have a form of their own.
    const anywhere = secrets.filter((text) => isDistinct(text) && !isMade.test(text))
    this.#anywhere = new SecretSearch(anywhere)
    this.#anywhereInBytes = new SecretSearch(anywhere.map((text) => Buffer.from(text).toString('latin1')))
  }

  /** A path or URL without tokens, and without the secrets in its query. */
  readonly url = (url: string): string => {
    const [start = '', ...rest] = this.text(url).split('?')
    if (rest.length === 0) return start
    const pairs = rest.join('?').split('&')
    return `${start}?${pairs.map((pair) => this.#pair(pair)).join('&')}`
  }

  readonly headers = (headers: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        secretName.test(name) ? blackened : this.url(String(value)),
      ]),
    )

  /** JSON without tokens, and without the values of fields that have the name of a secret, at any depth. */
  readonly json = (value: unknown): unknown => this.#value(value, (name) => secretName.test(name))

  /** A copy of data without tokens; fields of a world keep their values, whatever their names. */
  readonly data = (value: unknown): unknown => this.#value(value, () => false)

  #value(value: unknown, isSecret: (name: string) => boolean): unknown {
    if (typeof value === 'string') return this.text(value)
    const change = (inner: unknown, name: string) =>
      isSecret(name) ? blackened : this.#value(inner, isSecret)
    return mapInside(value, change, this.text)
  }

  /** A text without tokens, also those in a URL within a URL, or in JSON within a string. */
  readonly text = (text: string): string => {
    const once = this.#encodedOnce(text)
    if (!once.includes('%25')) return once
    const flat = once.replaceAll(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    const clean = this.#encodedOnce(flat)
    return clean === flat ? once : clean
  }

  #encodedOnce(text: string): string {
    const struck = this.#struck(text, this.#anywhere)
    const plain = struck === text ? text : blacken(struck)
    if (!plain.includes('%')) return plain
    const read = unescaped(plain)
    const found = this.#struck(read, this.#anywhereInBytes)
    if (found === read) return plain
    const units =
      Buffer.from(plain)
        .toString('latin1')
        .match(/%[\da-f]{2}|[\s\S]/gi) ?? []
    return Buffer.from(blacken(struckAt(units, found)), 'latin1').toString()
  }

  /**
   * A text of the same length in which secrets are struck out, also those with characters that JSON has escaped.
   * @param levels levels of JSON within a string that are read
   */
  #struck(text: string, secrets: SecretSearch, levels = deepest): string {
    const plain = secrets.replace(text, strike).replaceAll(anyMade, strike)
    if (levels === 0 || !plain.includes('\\')) return plain
    const read = plain.replaceAll(escapes, meaningOf)
    const found = read === plain ? read : this.#struck(read, secrets, levels - 1)
    return found === read ? plain : struckAt(plain.match(characters) ?? [], found)
  }

  /** A parameter of a query from which `text` has removed the secrets, unless they have a plus for a space. */
  #pair(pair: string): string {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    const at = pair.indexOf('=')
    const isIn = (text: string) => pair.includes('+') && this.#struck(text, this.#anywhere) !== text
    if (isIn(name)) return blackened
    const isSecret = secretName.test(name) || this.#secrets.has(value) || isIn(value)
    return isSecret && at !== -1 ? `${pair.slice(0, at)}=${blackened}` : pair
  }
}

const strike = (secret: string): string => struckOut.repeat(secret.length)

const blacken = (struck: string): string => struck.replaceAll(/\uFDD0+/g, blackened)

/** A text with the units struck out whose meaning is struck out. @param found a character for each unit */
const struckAt = (units: readonly string[], found: string): string =>
  units.map((unit, at) => (found[at] === struckOut ? strike(unit) : unit)).join('')

/** Maximum levels of JSON within a string: each level reads the whole text again. */
const deepest = 4

/** An escaped character that a token can have. PHP escapes slashes; Go, Java and PHP escape `=`, `&`, `<` and `>`. */
const escaped = String.raw`\\(?:u[\da-f]{4}|["\\/])`

const escapes = new RegExp(escaped, 'gi')

/** The escaped characters of a text, and all others. */
const characters = new RegExp(`${escaped}|[^]`, 'gi')

const meaningOf = (text: string): string =>
  text.length === 2 ? text.slice(1) : String.fromCharCode(Number.parseInt(text.slice(2), 16))

const percent = 0x25

/** The values of hexadecimal digits by their codes. */
const digits = new Map(
  [...'0123456789abcdefABCDEF'].map((digit) => [digit.charCodeAt(0), Number.parseInt(digit, 16)]),
)

/**
 * The bytes of a text in UTF-8, a character for each, with the percent-encoded ones decoded. Unlike `decodeURIComponent`,
 * takes wrong ones as they are. Paths can have thousands, for which a pattern takes several times as long.
 */
function unescaped(text: string): string {
  const bytes = Buffer.from(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const isEncoded = bytes[at] === percent
    const high = isEncoded ? digits.get(bytes[at + 1] ?? 0) : undefined
    const low = isEncoded ? digits.get(bytes[at + 2] ?? 0) : undefined
    const isWhole = high !== undefined && low !== undefined
    bytes[length] = isWhole ? 16 * high + low : (bytes[at] ?? 0)
    if (isWhole) at += 2
  }
  return bytes.toString('latin1', 0, length)
}
