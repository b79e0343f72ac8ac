import { defined } from '../src/contract/index.ts'
import type { Check } from './checks/check.ts'
import type { Exchange } from './client/client.ts'
import { curlOf, requestLine } from './client/curl.ts'
import { written } from './client/long-integers.ts'
import type { Redactor } from './client/redact.ts'
import { type Failure, isSkip, type Outcome, type Result, type Skip } from './judge/outcome.ts'
import { cut, inShort, statusOf } from './judge/reception.ts'
import type { RunOptions } from './run-options.ts'
import { type Run, redactResult } from './run-result.ts'
import { matching } from './target/known.ts'

/** The fields of a result in addition to those of its check. */
type Told = Omit<Partial<Result>, keyof Check> & Pick<Result, 'status'> & Pick<Partial<Result>, 'clauses'>

/** The maximum number of characters of a text in a result. */
const longestText = 20_000

/** A text of a result, which may quote a value of any length. */
export const quoted = (text: string): string => cut(written(text), longestText)

/** The results of a run, as its options say; a later finding may turn a result into a failure. */
export class Results {
  /** The checks that have nothing to judge in the target, with the reasons. */
  readonly notSelected: Run['notSelected'][number][] = []
  readonly #options: RunOptions
  readonly #redactor: Redactor
  readonly #results = new Map<string, Result>()

  constructor(options: RunOptions, redactor: Redactor) {
    this.#options = options
    this.#redactor = redactor
  }

  /** The results so far, in the order of the checks. */
  get all(): readonly Result[] {
    return this.#options.checks.flatMap(({ id }) => this.#results.get(id) ?? [])
  }

  get hasFailed(): boolean {
    return this.all.some(({ status }) => status === 'fail')
  }

  statusOf({ id }: Pick<Check, 'id'>): Result['status'] | undefined {
    return this.#results.get(id)?.status
  }

  /** Whether a check has neither failed nor broken down, so that a later finding is still new. */
  isOpen(check: Pick<Check, 'id'>): boolean {
    return ['pass', 'skip'].includes(this.statusOf(check) ?? '')
  }

  /**
   * Records and reports the result of a check, if it has something to judge in the target. The findings of the rules
   * over the log count unless the check itself failed.
   * @param change a difference in the log that proves nothing
   * @param of the number of checks
   */
  conclude(
    check: Check,
    judge: () => Outcome,
    { failure, change }: { readonly failure: Failure | undefined; readonly change: string | undefined },
    of: number,
  ): void {
    const told = this.judged(check, judge)
    if ('reason' in told) {
      this.notSelected.push({ id: check.id, reason: told.reason })
      return
    }
    const isPassed = told.status === 'pass'
    if (failure && (isPassed || told.status === 'skip')) this.report(this.fail(check, failure), of)
    else
      this.report(
        this.set(check, isPassed && change !== undefined ? { status: 'skip', message: change } : told),
        of,
      )
  }

  /** The reported outcome of a check; with a reason if the check has nothing to judge in the target. */
  judged(check: Check, judge: () => Outcome): Told | { readonly reason: string; readonly status: 'none' } {
    try {
      const outcome = judge()
      if (!outcome) return { status: 'pass' }
      if (!isSkip(outcome)) return this.#blamed(check, outcome)
      return outcome.isMoot ? { reason: outcome.skip, status: 'none' } : this.#skipped(outcome)
    } catch (error) {
      return {
        status: 'error',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }
    }
  }

  report(result: Result, of: number): void {
    this.#options.onResult?.(redactResult(result, this.#redactor), this.#results.size, of)
  }

  /** Turns a result into a failure that was found later. */
  fail(check: Check, failure: Failure, more: Partial<Told> = {}): Result {
    return this.set(check, { ...this.#blamed(check, failure), ...more })
  }

  /** Records the result of a check, in place of an earlier one. */
  set({ id, section, clauses, level, title, ignored }: Check, told: Told): Result {
    const result = { ...defined({ id, section, clauses, level, title, ignored }), ...told }
    this.#results.set(id, result)
    return result
  }

  #skipped(skip: Skip): Told {
    const { needs, remedy } = skip
    const reason = this.#reasonOf(skip)
    return {
      status: 'skip',
      message: remedy === undefined ? reason : `${reason}; ${remedy}`,
      ...defined({ remedy, needs }),
    }
  }

  /**
   * Why a check could not be judged. If the check that it depends on passed, the reason is a later request that was
   * refused.
   */
  #reasonOf({ skip, needs = '', refused }: Skip): string {
    if (!refused || this.statusOf({ id: needs }) !== 'pass') return skip
    const { ask, reply, failure } = refused
    const what =
      reply && statusOf(reply) < 300
        ? 'got a response of another form than one before'
        : 'was not granted, though another was'
    return `${ask.method} ${ask.path} ${what}: ${inShort(reply, failure)}`
  }

  #blamed(check: Check, failure: Failure): Told {
    const { message, expected, actual, pointer, exchange, after, clauses, occurrences } = failure
    const { level = 'inferred', known = [] } = this.#options
    const excuse = matching(known, check.id)
    const isBelow = level === 'stated' && check.level === 'inferred'
    return {
      status: excuse ? 'known' : isBelow ? 'warn' : 'fail',
      message: quoted(excuse ? `${message} Known: ${excuse.reason}` : message),
      expected: quoted(expected),
      actual: quoted(actual),
      ...(pointer !== undefined && { pointer: quoted(pointer) }),
      ...defined({ clauses }),
      ...(occurrences && { occurrences: { ...occurrences, others: occurrences.others.map(quoted) } }),
      ...(after && { after: requestLine(after) }),
      ...(exchange && {
        curl: [...(after ? [after] : []), exchange].map((each) => this.commandOf(each)).join('\n'),
        exchange,
      }),
    }
  }

  /** A command that sends a request again; a secret that was quoted for a shell could not be recognised any more. */
  commandOf(exchange: Exchange): string {
    const { target, caFile, insecure } = this.#options
    const url = this.#redactor.text(target.baseUrl)
    return written(curlOf(this.#redactor.exchange(exchange), url, { caFile, insecure }))
  }

  /** The results, in which a check that was skipped because of a known deviation in another check is known as well. */
  excused(): readonly Result[] {
    const { all } = this
    const { known = [] } = this.#options
    return all.map((result) => {
      const { needs, message = '' } = result
      if (result.status !== 'skip' || needs === undefined) return result
      const blamed = all.find(({ id, status }) =>
        needs === 'any' ? status === 'known' && id.endsWith('/response') : id === needs,
      )
      const excuse = matching(known, blamed?.id ?? needs)
      if (!excuse || (blamed && blamed.status !== 'known')) return result
      return { ...result, status: 'known', message: `${message}. Known: ${excuse.reason}` }
    })
  }
}
