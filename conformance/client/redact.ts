import { AsyncLocalStorage } from 'node:async_hooks'
import { defined, mapInside } from '../../src/contract/objects.ts'
import { operations } from '../../src/contract/operations.ts'
import { forgedTexts, tokenVariables } from './credentials.ts'
import type { AskedId, Exchange, Reply } from './exchange.ts'
import { written } from './long-integers.ts'
import { readings } from './readings.ts'
import { base64Of, SecretParts } from './secret-parts.ts'

/** The replacement of a secret, made of characters that are valid in a URL. */
const struckOut = '***'

/** Headers that authenticate a client, or hold its session. */
const secretHeader = /^((set-)?cookie|(proxy-)?authorization|x-[a-z-]*(token|key|auth))$/i

/**
 * Patterns of tokens and passwords that the target does not name; the first group is the secret. The text before it is
 * matched too, since a lookbehind at each character would take quadratic time.
 */
const looksSecret: readonly RegExp[] = [
  /\bbearer\s+((?=[^\s"'<$]*\d)[\w.~+/|-]{12,}=*)/gi,
  /(\b(?:ptl[ac]|p?acc|papp|plcn)_\w{8,})/g,
  /https?:\/\/([^\s/@"']+)(?=@)/gi,
]

/**
 * The length of secrets that are removed everywhere; shorter ones may be words too, and are removed only as whole
 * words.
 */
const shortestSecret = 8

/** Shorter parts of a secret reveal nothing about it. */
const shortestTrace = 4

/** The maximum length and the maximum number of texts whose redacted copies are cached. */
const longestCached = 200
const mostCached = 100_000

/** Characters of a body that the copy of an exchange has, and characters after them in which a secret may end. */
const longestBody = 200_000
const longestEnd = 10_000

/** Removes secrets from texts, and from values of any shape. */
export class Redactor {
  readonly #secrets: readonly RegExp[]
  readonly #parts: SecretParts
  /** Cached because responses often repeat the same texts. */
  readonly #texts = new Map<string, string>()
  readonly #exchanges = new WeakMap<Exchange<AskedId>, Exchange<AskedId>>()

  /** @param given the tokens of the target, and other values that are as secret as tokens */
  constructor(given: readonly string[] = []) {
    // Parts of a secret that look like an escape are decoded in texts too.
    const secrets = given.flatMap((secret) => readings(secret).map(({ text }) => text))
    // The kit sends forgeries of tokens, from which the token can be guessed.
    const texts = new Set(secrets.flatMap((secret) => [secret, ...forgedTexts(secret)]))
    const sources = [...texts]
      .filter((text) => text.length >= shortestTrace || given.includes(text))
      .filter((text) => text !== '')
      .flatMap(patternsOf)
    this.#parts = new SecretParts(secrets)
    // Longer patterns come first: a shorter one that matches the beginning of a secret would leave the rest of the
    // secret.
    const all = [...new Set(sources)].toSorted((one, other) => other.length - one.length)
    this.#secrets = [...(all.length === 0 ? [] : [new RegExp(all.join('|'), 'gi')]), ...looksSecret]
  }

  /** A text without secrets, however they are spelled in it. */
  text(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const clean = this.#struck(text)
    if (text.length < longestCached && this.#texts.size < mostCached) this.#texts.set(text, clean)
    return clean
  }

  /** The beginning of a long text without secrets and without its last characters, which may be half of a secret. */
  beginning(text: string, length: number): string {
    return this.text(text.slice(0, length + longestEnd)).slice(0, -longestEnd)
  }

  #struck(text: string): string {
    const places = readings(text).flatMap((reading) => {
      const whole = this.#secrets.flatMap((secret) =>
        Array.from(reading.text.matchAll(secret), ({ 0: match, 1: part = match, index }) => {
          const end = index + match.length
          return [end - part.length, end] as const
        }),
      )
      return [...whole, ...this.#parts.in(reading.text)].map(([from, to]) => reading.placeOf(from, to))
    })
    if (places.length === 0) return text
    const own = Array.from(
      text.matchAll(ownWords),
      ({ 0: word, index }) => [index, index + word.length] as const,
    )
    const isOwn = (from: number, to: number) => own.some(([start, end]) => start <= from && to <= end)
    let clean = ''
    let end = 0
    for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
      // One secret can be found in several readings, and in several parts.
      if (isOwn(from, to)) continue
      if (from >= end) clean += text.slice(end, from) + struckOut
      end = Math.max(end, to)
    }
    return clean + text.slice(end)
  }

  /** A copy of a value without secrets, in keys as well. */
  value<T>(value: T): T {
    const visit = (each: unknown): unknown => {
      if (typeof each === 'string') return this.text(each)
      // A token may have digits only.
      if (typeof each === 'number' && String(each).length >= shortestSecret)
        return this.text(written(String(each))).includes(struckOut) ? struckOut : each
      const change = (inner: unknown, key: string): unknown =>
        secretHeader.test(key) && inner !== undefined ? struckOut : visit(inner)
      return mapInside(each, change, (key) => this.text(key))
    }
    // The copy has the type of the original, which TypeScript cannot infer.
    return visit(value) as T
  }

  /**
   * A copy of an exchange without secrets and without the end of a long body; an exchange always has the same copy. Its
   * body is redacted when it is read, because most reports read few of them.
   */
  exchange<I extends AskedId>(exchange: Exchange<I>): Exchange<I> {
    const known = this.#exchanges.get(exchange)
    // The cache holds a copy of the same exchange, so that the type is correct.
    if (known) return known as Exchange<I>
    const { ask, reply, failure } = exchange
    const { path, json, file } = ask
    const clean: Exchange<I> = {
      ...exchange,
      ask: { ...ask, ...this.value(defined({ path, json, file })) },
      reply: reply && this.#reply(reply),
      failure: failure === undefined ? undefined : this.text(failure),
    }
    this.#exchanges.set(exchange, clean)
    return clean
  }

  #reply({ status, headers, text, json }: Reply): Reply {
    const rest = text.length - longestBody
    const isCut = rest > 0
    const body = onFirst(() =>
      isCut
        ? `${this.beginning(text, longestBody)}… and ${rest.toLocaleString('en')} characters more`
        : this.text(text),
    )
    const value = onFirst(() => (isCut ? undefined : this.value(json)))
    return {
      status,
      headers: this.value(headers),
      get text() {
        return body()
      },
      get json() {
        return value()
      },
      ...(isCut && { cutAfter: longestBody }),
    }
  }
}

/** Calls a function when its result is first needed. */
function onFirst<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Patterns of a text in plain form, in a query, and in base64 at any offset. */
function patternsOf(text: string): readonly string[] {
  if (text.length < shortestSecret) return [`(?<![\\w-])${escaped(text)}(?![\\w-])`]
  return [text, text.replaceAll(' ', '+'), ...base64Of(text, false)].map(escaped)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The paths of the document and the shell variables of tokens, which stay whole in commands. */
const ownWords = new RegExp(
  [
    ...Object.values(operations).flatMap(({ path }) => path.split(/\{\w+\}/)),
    ...Object.values(tokenVariables),
  ]
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
)

const ofTheRun = new AsyncLocalStorage<Redactor>()

/**
 * Calls a function; texts that are created in it, or in promises that it awaits, do not have the secrets of a redactor.
 */
export const hiding = <T>(redactor: Redactor, work: () => T): T => ofTheRun.run(redactor, work)

/**
 * A text of a server without the secrets of the current run. Everything that cuts a text or quotes a part of it must
 * call this before, because a part of a secret cannot be recognised afterwards.
 */
export const hidden = (text: string): string => ofTheRun.getStore()?.text(text) ?? text

/** The beginning of a long text of a server, without the secrets of the current run. */
export const beginning = (text: string, length: number): string =>
  (ofTheRun.getStore() ?? noSecrets).beginning(text, length)

/**
 * The secrets of a target: its tokens; the values of its headers, of the `Basic` scheme also the user with the password,
 * and of cookies also each value, which a server may quote alone; and values of its queries and bodies whose name is
 * that of a secret. A header such as `X-Version: 1` is no secret: without its value the report would be unreadable.
 */
export const secretsOf = ({ tokens, headers, query, requests }: Secretive): readonly string[] => [
  ...Object.values(tokens),
  ...Object.values(headers).filter((value) => value.length >= shortestTrace && !isJsonWord(value)),
  ...Object.entries(headers)
    .flatMap(([name, value]) => partsOf(name, value))
    .filter((part) => part.length >= shortestSecret),
  ...[query, requests].flatMap((values) => namedSecrets(values)).filter((value) => !isCommon.test(value)),
]

const isJsonWord = (text: string): boolean => ['true', 'false', 'null'].includes(text)

/** Names of fields, parameters and environment variables that hold a secret. */
const secretName =
  /pass(?!ive)|pwd|secret|token|credential|webhook|(?:api|access|auth|private|license)[_-]?key|(?:^|[_-])(?:key|auth|gslt|pin|sig|signature)$/i

/** Short texts, numbers and words, such as `changeme`: they may stand in many places of a report. */
const isCommon = /^(?:.{0,3}|\d{0,7}|[A-Z]?[a-z]{0,11}|[A-Z]{0,11})$/

/** The texts and numbers at any depth of a value whose name, or that of an object around them, is that of a secret. */
function namedSecrets(value: unknown, isNamed = false): readonly string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) =>
      namedSecrets(inner, isNamed || secretName.test(name)),
    )
  // The kit replaces the marks of a template, and not the text around them.
  return isNamed && (typeof value === 'string' || typeof value === 'number')
    ? String(value).split(/\{\{\w+\}\}/)
    : []
}

interface Secretive {
  readonly tokens: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Parameters and fields that the target adds to requests, by operation. */
  readonly query?: unknown
  readonly requests?: unknown
}

function partsOf(name: string, value: string): readonly string[] {
  const afterSign = (text: string, sign: string): string => text.slice(text.indexOf(sign) + 1)
  if (name.toLowerCase() === 'cookie') return value.split(/;\s*/).map((cookie) => afterSign(cookie, '='))
  const coded = /^basic\s+(\S+)$/i.exec(value)?.[1]
  if (coded === undefined) return []
  const pair = Buffer.from(coded, 'base64').toString('utf8')
  return [pair, afterSign(pair, ':')]
}

const noSecrets = new Redactor()
