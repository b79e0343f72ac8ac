import type { AskedId, Exchange, Reply } from '../client/client.ts'
import { forgedTexts } from '../client/credentials.ts'
import type { Result } from '../judge/outcome.ts'
import type { Run } from '../run.ts'

/** Of characters that may stand in a URL. */
const struckOut = '***'

/** Headers that let somebody in, or say who is in already. */
const secretHeader = /^((set-)?cookie|(proxy-)?authorization|x-[a-z-]*(token|key|auth))$/i

/** What looks like a token or a password even if nobody told. */
const looksSecret: readonly (readonly [RegExp, string])[] = [
  [/\bbearer\s+(?=[^\s"'<$]*\d)[\w.~+/|-]{12,}=*/gi, `Bearer ${struckOut}`],
  [/\b(?:ptl[ac]|p?acc|papp|plcn)_\w{8,}/g, struckOut],
  [/(https?:\/\/)[^\s/@"']+@/gi, `$1${struckOut}@`],
]

/** Shorter secrets are words as well, and are struck out only where they stand alone. */
const shortestSecret = 8

/** Shorter texts tell nothing of a secret. */
const shortestTrace = 4

/** Characters of the longest text, and the number of texts, whose copies are kept. */
const longestKept = 200
const mostKept = 100_000

/** Strikes out secrets in texts, and in values of any shape. */
export class Redactor {
  readonly #told: RegExp | undefined
  /** Responses say the same again and again. */
  readonly #texts = new Map<string, string>()
  readonly #exchanges = new WeakMap<Exchange<AskedId>, Exchange<AskedId>>()

  /** @param secrets the tokens of the target, and headers that are as good as tokens */
  constructor(secrets: readonly string[] = []) {
    // The kit sends forgeries of tokens, from which the true one is soon guessed.
    const texts = new Set(secrets.flatMap((secret) => [secret, ...forgedTexts(secret)]))
    const sources = [...texts]
      .filter((text) => text.length >= shortestTrace || secrets.includes(text))
      .filter((text) => text !== '')
      .flatMap(patternsOf)
    // The longest first: an alternative that is the beginning of another would leave the rest of it.
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
    // The copy has the shape of the original, which the compiler cannot follow.
    return visit(value) as T
  }

  /** A run without secrets; the kit's own words, such as ids and statuses, stay whatever a token is. */
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
      // Most reporters never look at all of them.
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
    // What is kept for an exchange is a copy of that very exchange.
    if (known) return known as Exchange<I>
    const { ask, reply, failure } = exchange
    const { path, json, file } = ask
    // What is left out stays out, as the types have it.
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

/** Patterns of a text as it stands, in a URL, in JSON and in base64, behind any other bytes. */
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

/** The part of a base64 text that a secret makes whatever stands before and behind it. @param before bytes before it */
function inBase64(text: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
  const whole = Math.floor(bytes.length / 3) * 3
  return bytes.subarray(0, whole).toString('base64').slice([0, 2, 3][before])
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** A copy of a value without what is told, or looks like, a secret. */
export const redacted = <T>(value: T, secrets: readonly string[] = []): T =>
  new Redactor(secrets).value(value)
