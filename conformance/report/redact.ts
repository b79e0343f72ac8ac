import type { AskedId, Exchange, Reply } from '../client/client.ts'
import { forgedTexts } from '../client/credentials.ts'
import type { Result } from '../judge/outcome.ts'
import type { Run } from '../run.ts'

/** The replacement of a secret, made of characters that are valid in a URL. */
const struckOut = '***'

/** Headers that authenticate a client, or hold its session. */
const secretHeader = /^((set-)?cookie|(proxy-)?authorization|x-[a-z-]*(token|key|auth))$/i

/** Patterns of tokens and passwords that the target does not name. */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  [/\bbearer\s+(?=[^\s"'<$]*\d)[\w.~+/|-]{12,}=*/gi, `Bearer ${struckOut}`],
  [/\b(?:ptl[ac]|p?acc|papp|plcn)_\w{8,}/g, struckOut],
  [/(https?:\/\/)[^\s/@"']+@/gi, `$1${struckOut}@`],
]

/**
 * The length of secrets that are removed everywhere; shorter ones may be words too, and are removed only as whole
 * words.
 */
const shortestSecret = 8

/** Shorter parts of a secret reveal nothing about it. */
const shortestTrace = 4

/** The maximum length and the maximum number of texts whose redacted copies are cached. */
const longestKept = 200
const mostKept = 100_000

/** Removes secrets from texts, and from values of any shape. */
export class Redactor {
  readonly #told: RegExp | undefined
  /** Cached because responses often repeat the same texts. */
  readonly #texts = new Map<string, string>()
  readonly #exchanges = new WeakMap<Exchange<AskedId>, Exchange<AskedId>>()

  /** @param secrets the tokens of the target, and headers that are as secret as tokens */
  constructor(secrets: readonly string[] = []) {
    // The kit sends forgeries of tokens, from which the token can be guessed.
    const texts = new Set(secrets.flatMap((secret) => [secret, ...forgedTexts(secret)]))
    const sources = [...texts]
      .filter((text) => text.length >= shortestTrace || secrets.includes(text))
      .filter((text) => text !== '')
      .flatMap(patternsOf)
    // Longer patterns come first: a shorter one that matches the beginning of a secret would leave the rest of the
    // secret.
    const all = [...new Set(sources)].toSorted((one, other) => other.length - one.length)
    this.#told = all.length === 0 ? undefined : new RegExp(all.join('|'), 'g')
  }

  text(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const untold = this.#told === undefined ? text : text.replace(this.#told, struckOut)
    const clean = looksSecret.reduce((each, [pattern, instead]) => each.replace(pattern, instead), untold)
    if (text.length < longestKept && this.#texts.size < mostKept) this.#texts.set(text, clean)
    return clean
  }

  /** A copy of a value without secrets, in keys as well. */
  value<T>(value: T): T {
    const visit = (each: unknown): unknown => {
      if (typeof each === 'string') return this.text(each)
      if (Array.isArray(each)) return each.map(visit)
      if (typeof each !== 'object' || each === null) return each
      return Object.fromEntries(
        Object.entries(each).map(([key, inner]) => [
          this.text(key),
          secretHeader.test(key) && inner !== undefined ? struckOut : visit(inner),
        ]),
      )
    }
    // The copy has the type of the original, which TypeScript cannot infer.
    return visit(value) as T
  }

  /**
   * A run without secrets; ids, statuses and other text of the kit stay as they are, even if a token is the same
   * text.
   */
  run(run: Run): Run {
    const { exchanges } = run
    const redactor = this
    return {
      ...run,
      target: this.text(run.target),
      results: run.results.map((result) => this.#result(result)),
      gaps: run.gaps.map((gap) => ({
        ...gap,
        ...this.value({ observed: gap.observed, detail: gap.detail }),
      })),
      targetProblems: this.value(run.targetProblems),
      ledger: this.value(run.ledger),
      serverErrors: this.value(run.serverErrors),
      stale: this.value(run.stale),
      // A getter, because most reporters do not read the exchanges.
      get exchanges() {
        return exchanges.map((exchange) => redactor.#exchange(exchange))
      },
    } as Run
  }

  #result(result: Result): Result {
    const { message, expected, actual, pointer, curl, after, occurrences, exchange } = result
    return {
      ...result,
      ...this.value({ message, expected, actual, pointer, curl, after, occurrences }),
      ...(exchange && { exchange: this.#exchange(exchange) }),
    } as Result
  }

  #exchange<I extends AskedId>(exchange: Exchange<I>): Exchange<I> {
    const known = this.#exchanges.get(exchange)
    // The cache holds a copy of the same exchange, so that the type is correct.
    if (known) return known as Exchange<I>
    const { ask, reply, failure } = exchange
    const { path, json, file } = ask
    // The types do not allow fields that are undefined.
    const clean = {
      ...exchange,
      ask: {
        ...ask,
        ...this.value({ path, ...(json !== undefined && { json }), ...(file !== undefined && { file }) }),
      },
      reply: reply && this.#reply(reply),
      failure: failure === undefined ? undefined : this.text(failure),
    } as Exchange<I>
    this.#exchanges.set(exchange, clean)
    return clean
  }

  #reply({ headers, text, json, ...rest }: Reply): Reply {
    return { ...rest, ...this.value({ headers, text, json }) }
  }
}

/** Patterns of a text in plain form, in a URL, in JSON, and in base64 at any offset. */
function patternsOf(text: string): readonly string[] {
  if (text.length < shortestSecret) return [`(?<![\\w-])${escaped(text)}(?![\\w-])`]
  const slashed = text.replaceAll('/', '\\/')
  const spellings = [text, encodeURIComponent(text), slashed, slashed.replaceAll('\\', '\\\\')]
  const coded = [0, 1, 2].flatMap((before) => {
    const base64 = inBase64(text, before)
    return [base64, base64.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(base64)]
  })
  return [...spellings, JSON.stringify(text).slice(1, -1), ...coded].map(escaped)
}

/** The part of a base64 text that depends only on the secret. @param before number of bytes before the secret */
function inBase64(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
  const whole = Math.floor(bytes.length / 3) * 3
  return bytes.subarray(0, whole).toString('base64').slice([0, 2, 3][before])
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A copy of a value without the given secrets and texts that look like secrets. */
export const redacted = <T>(value: T, secrets: readonly string[] = []): T =>
  new Redactor(secrets).value(value)
