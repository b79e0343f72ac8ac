import { isBarred } from '../judge/access.ts'
import type { Failure } from '../judge/outcome.ts'
import { isSame } from '../judge/same.ts'
import type { Finding } from '../rules/finding.ts'
import { type Call, callsOf, type Entry, type Step } from '../steps/step.ts'
import type { Opened, PlainRequests } from './plain-requests.ts'
import { fewerSteps, type Guesses, type Pending, plainerSteps, refusedAgain, roundsOf } from './smaller.ts'

/** A finding, with the shortest steps that show it. */
export interface Told {
  readonly check: string
  readonly failure: Failure
  readonly steps: readonly Step[]
  /** The entries of each step as it was played last; a number is a pause in milliseconds. */
  readonly played: readonly (readonly Entry[] | number)[]
  /** How often it occurred again, as a phrase. */
  readonly again: string
  /** The keys of all findings that the steps show, which have one cause. */
  readonly keys: readonly string[]
}

/** The reaction of a server to steps. */
export type Replay = (
  steps: readonly Step[],
) => Promise<{ readonly findings: readonly Finding[]; readonly played: Told['played'] }>

/**
 * Requests for making one finding small, without those for repeated reads because a response may lag or a list may
 * change.
 */
const mostRequests = 280

/** How often a finding is repeated before it is reported. */
const confirmations = 3

/** How often steps showed a finding, of three times. */
interface Tried {
  readonly steps: readonly Step[]
  readonly times: number
}

/** Plays steps to determine which of them show a finding, and reduces and simplifies them. */
export class Trials {
  readonly #finding: Finding
  readonly #plain: PlainRequests
  readonly #replay: Replay
  readonly #usersLeft: () => number
  /** Writes before a play: without another value, a write that is lost may have been stored by the play before. */
  readonly #openings = new Map<string, readonly Step[]>()
  /** Whether an opening is sent twice, and the lost field alone: the fault may lose openings themselves. */
  #isThorough = false
  /** Whether the fault occurs at regular intervals, so that no step can be dropped. */
  #isRegular = false
  /** The first steps of each repetition, so that the end of the previous one is not the reason. */
  #neutral: readonly Step[]
  /** The step that shows the finding. */
  readonly #last: readonly Step[]
  /** The first candidate that showed the finding once. */
  #once: readonly Step[] | undefined
  #sent = 0
  /** Requests and users that are kept for the confirmations; most plays create two users at most. */
  #kept = 0
  #keptUsers = 2 * confirmations + 2
  /** The last play that showed the finding. */
  shown: Omit<Told, 'again'> | undefined

  /** @param usersLeft the number of users that may still be created */
  constructor({ finding, steps }: Pending, plain: PlainRequests, replay: Replay, usersLeft: () => number) {
    this.#finding = finding
    this.#plain = plain
    this.#replay = replay
    this.#usersLeft = usersLeft
    const control = plain.control(steps.at(-1))
    this.#neutral = control ? [control] : []
    this.#last = steps.slice(-1)
  }

  /** Whether steps show the finding. */
  show = async (steps: readonly Step[]): Promise<boolean> => {
    const all = [...this.#opened(steps), ...this.#neutral, ...steps]
    if (this.#sent + requestsOf(all) > mostRequests - this.#kept) return false
    const users = usersOf(all)
    if (users > 0 && this.#usersLeft() - users < this.#keptUsers) return false
    const { findings, played } = await this.#replay(all)
    this.#sent += requestsOf(all)
    const found = findings.find(({ key }) => key === this.#finding.key)
    const keys = findings.map(({ key }) => key)
    if (found) this.shown = { check: found.check, failure: found.failure, steps: all, played, keys }
    return found !== undefined
  }

  #opened(steps: readonly Step[]): readonly Step[] {
    const opened = new Set<string>()
    const calls = steps.flatMap(callsOf)
    const isWritten = calls.some(({ fields = {} }) => Object.hasOwn(fields, this.#finding.place?.field ?? ''))
    for (const call of calls.flatMap((each) => [...variableOf(each), each])) {
      const site = `${call.operation} ${call.subject} ${this.#isThorough} ${isWritten}`
      opened.add(site)
      if (!this.#openings.has(site)) this.#openings.set(site, this.#openingsOf(call, isWritten))
    }
    return [...opened].flatMap((site) => this.#openings.get(site) ?? [])
  }

  /** @param isWritten whether a step writes the field of the finding; else the field has the expected value before */
  #openingsOf(call: Opened, isWritten: boolean): readonly Step[] {
    const { expects = [], place } = this.#finding
    const plain = this.#plain.opening(call)
    const { fields = {} } = plain ?? {}
    const isMissing = !isWritten && place !== undefined && Object.hasOwn(fields, place.field)
    const whole =
      plain && isMissing ? { ...plain, fields: { ...fields, [place.field]: expects.at(-1) } } : (plain ?? [])
    if (!this.#isThorough) return [whole].flat()
    const lost = Object.entries(call.fields ?? {}).filter(([name, sent]) =>
      expects.some((value) => isSame(name, value, sent)),
    )
    return [whole, whole, ...lost.map(([name]) => this.#plain.opening(call, name) ?? [])].flat()
  }

  /** @param least how often other steps showed the finding, so that plays end when these cannot show it more often */
  async #times(steps: readonly Step[], least = -1): Promise<Tried> {
    let times = 0
    for (let left = confirmations; left > 0 && times + left > least; left -= 1)
      if (await this.show(steps)) times += 1
    return { steps, times }
  }

  /** The first candidate that shows the finding twice, or in repeated rounds, or else once. */
  async first({ short, few, many }: Guesses): Promise<readonly Step[] | undefined> {
    const found =
      (await this.#firstOf(short)) ??
      // Longer steps may meet a fault at regular intervals each time, so that none of them could be dropped.
      (this.#once
        ? undefined
        : await this.#regular([...refusedAgain(short[0] ?? []), ...this.#rounds(this.#last, [3])])) ??
      (await this.#firstOf(few))
    if (found) return found
    this.#isThorough = true
    const thorough = await this.#firstOf([...short, ...few])
    if (thorough) return thorough
    this.#isThorough = false
    return (await this.#firstOf(many)) ?? this.#once
  }

  async #firstOf(guesses: readonly (readonly Step[])[]): Promise<readonly Step[] | undefined> {
    for (const guess of guesses) {
      if (!(await this.show(guess))) continue
      if (await this.show(guess)) return guess
      if (this.#once) continue
      this.#once = guess
      const regular = await this.#regular(this.#rounds(guess))
      if (regular) return regular
    }
    return undefined
  }

  async #regular(rounds: readonly (readonly Step[])[]): Promise<readonly Step[] | undefined> {
    for (const round of rounds) {
      if (!((await this.show(round)) && (await this.show(round)))) continue
      this.#isRegular = true
      return round
    }
    return undefined
  }

  #rounds = (steps: readonly Step[], times?: readonly number[]) => [
    ...refusedAgain(steps),
    // A long sequence cannot be sent again and again.
    ...(steps.length > 4 ? [] : roundsOf([...this.#opened(steps), ...steps], times)),
  ]

  /** The fewest and simplest steps that show the finding, as often as any do. */
  async smallest(long: readonly Step[]): Promise<Tried> {
    if (this.#isRegular) return this.#confirmed(long)
    this.#keptUsers = confirmations * usersOf(long)
    this.#kept = (confirmations + 1) * (requestsOf([...this.#opened(long), ...long]) + 1)
    const fewer = await plainerSteps(await fewerSteps(long, this.show), this.show)
    const small = await this.#withoutBarred(await fewerSteps(fewer, this.show))
    const neutral = this.#neutral
    this.#neutral = []
    if (!((await this.show(small)) && (await this.show(small)))) this.#neutral = neutral
    let best = await this.#confirmed(small)
    // Fewer steps may have shown it by chance, or have changed values that the first steps cannot.
    this.#isThorough ||= best.times === 0
    for (const other of [long, ...this.#rounds(best.steps)]) {
      if (isSure(best)) break
      const more = await this.#times(other, best.times)
      if (more.times > best.times) best = more
    }
    return best
  }

  /** A lost write may look as if a refused request had changed its value; then it is lost without that request too. */
  async #withoutBarred(steps: readonly Step[]): Promise<readonly Step[]> {
    const granted = steps.filter((step) => !callsOf(step).some(isBarred))
    if (granted.length === steps.length || !this.#finding.key.startsWith('kept ')) return steps
    const opened = [...this.#opened(steps), ...granted]
    return (await this.show(opened)) && (await this.show(opened)) ? opened : steps
  }

  /** How often steps show the finding, with the requests that were kept for this. */
  #confirmed(steps: readonly Step[]): Promise<Tried> {
    this.#kept = 0
    this.#keptUsers = 0
    return this.#times(steps)
  }
}

/** Whether steps showed a finding each time. */
export const isSure = ({ times }: Tried): boolean => times === confirmations

export const inWords = (tried: Tried): string =>
  isSure(tried)
    ? 'it occurred again each time that these requests were sent'
    : `it occurred again ${tried.times} of ${confirmations} times that these requests were sent`

/** A server has the variable of a call only after the import of a file that declares it. */
const variableOf = ({ variable, subject }: Call): readonly Opened[] =>
  variable === undefined
    ? []
    : [{ operation: 'importEgg', subject: subject === 'otherServer' ? 'otherEgg' : 'egg' }]

const requestsOf = (steps: readonly Step[]): number => steps.flatMap(callsOf).length

const usersOf = (steps: readonly Step[]): number =>
  steps.flatMap(callsOf).filter(({ operation }) => operation === 'createUser').length
