import { mapInside } from '../contract/objects.ts'

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
  readonly #anywhere: readonly string[]

  /** @param secrets the texts that are secrets whatever their form and place */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = new Set(secrets)
    // The longest come first, since one token can begin with another. Made tokens have a form of their own.
    this.#anywhere = secrets
      .filter((text) => isDistinct(text) && !isMade.test(text))
      // JSON within a string, as PHP writes it.
      .flatMap((text) => (text.includes('/') ? [text, text.replaceAll('/', '\\/')] : text))
      .toSorted((one, other) => other.length - one.length)
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

  /** A text without tokens, percent-encoded ones too, such as those in a URL within a URL. */
  readonly text = (text: string): string => {
    const once = this.#encodedOnce(text)
    if (!once.includes('%25')) return once
    const flat = once.replaceAll(/%(?:25)+(?=[\da-f]{2})/gi, '%')
    const clean = this.#encodedOnce(flat)
    return clean === flat ? once : clean
  }

  #encodedOnce(text: string): string {
    const plain = this.#plain(text)
    if (!plain.includes('%')) return plain
    const read = decoded(plain)
    // A secret is replaced by as many characters, so that its place in the encoded text can be found.
    const struck = this.#plain(read, (secret) => struckOut.repeat(secret.length))
    if (struck === read) return plain
    let clean = ''
    let at = 0
    for (const part of plain.match(/(?:%[\da-f]{2})+|[^%]+|%/gi) ?? []) {
      const { length } = decoded(part)
      const rest = struck.slice(at, at + length)
      at += length
      // Encoded characters next to a secret are removed with it.
      if (length === part.length) clean += rest
      else clean += rest.includes(struckOut) ? struckOut : part
    }
    return clean.replaceAll(/\uFDD0+/g, blackened)
  }

  #plain(text: string, struck: (secret: string) => string = () => blackened): string {
    // One pattern of all secrets would take seconds to compile where they are long.
    const rest = this.#anywhere.reduce((left, secret) => left.replaceAll(secret, struck), text)
    return rest.replaceAll(anyMade, struck)
  }

  #isIn(text: string): boolean {
    return this.#plain(text) !== text
  }

  #pair(pair: string): string {
    const [[name, value] = ['', '']] = new URLSearchParams(pair)
    const at = pair.indexOf('=')
    if (this.#isIn(name)) return blackened
    const isSecret = secretName.test(name) || this.#secrets.has(value) || this.#isIn(value)
    return isSecret && at !== -1 ? `${pair.slice(0, at)}=${blackened}` : pair
  }
}

/** A text with its percent-encoded characters decoded. Unlike `decodeURIComponent`, takes wrong ones as they are. */
const decoded = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
