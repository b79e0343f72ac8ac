import { isWriting } from '../../src/contract/index.ts'
import { mapInside } from '../../src/contract/objects.ts'
import { isBarred } from '../judge/access.ts'
import { lettersOf } from '../judge/operations/create-user.ts'
import { wasGranted } from '../judge/reception.ts'
import type { RequestParts, Session } from '../judge/session.ts'
import type { Call, Entry, Step } from '../steps/step.ts'

/** The maximum number of users that an exploration creates; the document has no operation that deletes them. */
const mostUsers = 40

/** Sends the steps of one scenario, and keeps their log. New names are the same in all steps of one scenario. */
export class Player {
  readonly #session: Session
  readonly #names = new Map<string, string>()
  #at = 0

  constructor(session: Session) {
    this.#session = session
  }

  async play(step: Step): Promise<readonly Entry[]> {
    if ('pause' in step) {
      await this.#session.client.wait(step.pause)
      return []
    }
    if (!('burst' in step)) return [this.#entry(step, await this.#send(step))]
    const isBurst = step.burst.some(({ operation }) => isWriting(operation))
    const writes = step.burst.filter((call) => isWriting(call.operation) && !isBarred(call))
    const exchanges = await Promise.all(
      // A new user is nothing that another request writes.
      step.burst.map((call) => this.#send(call, writes.length > 1 && call.operation !== 'createUser')),
    )
    return step.burst.map((call, index) => ({
      // Each call has its exchange.
      ...this.#entry(call, exchanges[index] as Entry['exchange']),
      // Nothing changes while several reads are sent.
      ...(isBurst && { burst: step.burst }),
    }))
  }

  #entry(call: Call, exchange: Entry['exchange']): Entry {
    const entry = { at: this.#at, call, exchange }
    this.#at += 1
    return entry
  }

  async #send(call: Call, isContested = false): Promise<Entry['exchange']> {
    const { operation, fields, ...sent } = call
    const parts: RequestParts = {
      ...sent,
      // A template of an object is an object.
      ...(fields && { fields: this.#filled(fields) as Record<string, unknown> }),
      ...(isContested && { isContested }),
    }
    const exchange = await this.#session.send(operation, parts)
    if (operation === 'createUser' && wasGranted(exchange))
      usersMade.set(this.#session, usersOf(this.#session) + 1)
    return exchange
  }

  /** A value in which each mark of a new name is replaced by the name, as in the other steps of the scenario. */
  #filled(value: unknown): unknown {
    if (typeof value === 'string')
      return value.replaceAll(/\{\{(unique|letters) (\d+)\}\}/g, (_, kind, number) => {
        const name = this.#names.get(number) ?? this.#session.unique()
        this.#names.set(number, name)
        return kind === 'letters' ? lettersOf(name).slice(-12) : name
      })
    return mapInside(value, (inner) => this.#filled(inner))
  }
}

/** The users that the explorations of a run created. */
const usersMade = new WeakMap<Session, number>()

const usersOf = (session: Session): number => usersMade.get(session) ?? 0

/** How many users an exploration may still create. @param kept users that are left for making findings small */
export const usersLeft = (session: Session, kept = 0): number => mostUsers - kept - usersOf(session)
