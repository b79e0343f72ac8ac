import { type OperationId, operationIds } from '../../src/contract/index.ts'
import { wasGranted } from '../judge/reception.ts'
import type { Random } from '../steps/random.ts'
import type { Call, Entry } from '../steps/step.ts'
import { Cover, mean } from './cover.ts'
import { effectOf, isGrantedWrite, kindOf, nameOf, type Sender, worthOf } from './senders.ts'

/** Intervals at which a server may behave differently, in requests of an operation. */
const periods = [3, 4, 5, 7]

/** The fields of bodies, by the names of the exploration. */
export interface Fields {
  /** Those that a granted write of a sender can have, and that other responses show. */
  readonly of: (sender: Sender) => readonly string[]
  /** Those that a request has. */
  readonly in: (call: Call) => readonly string[]
}

const noFields: Fields = { of: () => [], in: () => [] }

const fieldName = ({ operation }: Pick<Call, 'operation'>, field: string): string => `${operation} ${field}`

/** How a request was recorded. */
interface Noted {
  readonly context: string
  readonly takeBack: () => void
}

/**
 * The order of the requests of an exploration: each kind of request comes right after each other kind, and each sender
 * right after as many kinds as there are requests for. The sender of the next request is the one that adds most to what
 * was sent, and lets the one after it add most.
 */
export class Order {
  readonly #senders: readonly Sender[]
  readonly #random: Random
  readonly #cover: Cover
  /** The kind of the request before. */
  #before = 'nothing'
  #last: Call | undefined
  /** The number of requests of each operation. */
  readonly #counts = new Map<OperationId, number>()
  readonly #noted = new WeakMap<Entry, Noted>()
  readonly #fields: Fields

  constructor(senders: readonly Sender[], random: Random, fields = noFields) {
    this.#senders = senders
    this.#random = random
    this.#fields = fields
    this.#cover = new Cover(senders.map(({ name }) => name))
  }

  /** Whether the request before was a write that was granted, of which some effects show in the next response only. */
  get isAfterWrite(): boolean {
    return isGrantedWrite(this.#before)
  }

  /** Whether the choice of the next request matters much. */
  get isOpen(): boolean {
    return worthOf(this.#before) === 1
  }

  /** Records requests that were sent; none if the step was a pause. */
  note(entries: readonly Entry[]): void {
    for (const entry of entries) this.#note(entry)
    const last = entries.at(-1)
    this.#before = last ? kindOf(last.call) : 'a pause'
  }

  #note(entry: Entry): void {
    const { call, exchange, burst } = entry
    const { operation } = call
    const effect = effectOf(call, wasGranted(exchange))
    // The first of simultaneous requests may get its response before the next one arrives.
    const context = burst ? (call === burst[0] ? 'the first at once' : 'at once') : this.#before
    const contexts = [context, ...this.#turnsOf(operation), ...(call === this.#last ? ['again'] : [])]
    const note = (weight: number): void => {
      for (const each of contexts) this.#cover.note(each, nameOf(call), weight)
      this.#cover.note(context, kindOf(call), weight)
    }
    note(effect)
    if (isGrantedWrite(kindOf(call)) && wasGranted(exchange))
      for (const field of this.#fields.in(call)) this.#cover.note(context, fieldName(call, field))
    this.#noted.set(entry, { context, takeBack: () => note(-effect) })
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1)
    this.#last = call
  }

  /** Takes back what was recorded of a request without an effect that a response could show, so that it comes again. */
  forget(entry: Entry): void {
    this.#noted.get(entry)?.takeBack()
    this.#noted.delete(entry)
  }

  /** The same for one field of a granted write. */
  forgetField(entry: Entry, field: string): void {
    const noted = this.#noted.get(entry)
    if (noted) this.#cover.note(noted.context, fieldName(entry.call, field), -1)
  }

  /** How much the fields of a granted write add now, on average; undefined if it has none that other responses show. */
  fieldGain(sender: Sender): number | undefined {
    const fields = sender.isBarred ? [] : this.#fields.of(sender)
    const gains = fields.map((field) => this.gain(fieldName(sender, field)))
    return gains.length > 0 ? mean(gains) : undefined
  }

  /** The contexts of the next request of an operation, for faults at regular intervals of its requests. */
  #turnsOf = (operation: OperationId): readonly string[] =>
    periods.map((period) => `${operation} ${(this.#counts.get(operation) ?? 0) % period} of ${period}`)

  /** @param weightOf how much a sender counts now; 0 if its request cannot come next */
  next(weightOf: (sender: Sender) => number): Sender | undefined {
    const turns = new Map(operationIds.map((id) => [id, this.#turnsOf(id)]))
    return this.best((sender) => {
      const weight = weightOf(sender)
      if (weight === 0) return 0
      const { name, operation, kind } = sender
      const gains = turns.get(operation)?.map((turn) => this.#cover.gain(turn, name)) ?? []
      const own = this.gain(name)
      const pair = 8 * worthOf(this.#before) * mean([own, this.fieldGain(sender) ?? own])
      const kinds = 8 * this.#cover.gain(this.#before, kind)
      return (
        weight * (sender.weight * (pair + mean(gains)) + kinds + 10 * worthOf(kind) * this.#cover.left(kind))
      )
    })
  }

  /** @param worthOf 0 or less for senders whose request cannot come next */
  best(worthOf: (sender: Sender) => number): Sender | undefined {
    let most = 0
    let best: Sender | undefined
    for (const sender of this.#senders) {
      const own = worthOf(sender) * (0.9 + 0.2 * this.#random.next())
      if (own > most) [best, most] = [sender, own]
    }
    return best
  }

  /** How much the request of a sender adds now, or in another context than after the request before. */
  gain(name: string, context = this.#before): number {
    return this.#cover.gain(context, name)
  }

  /** How much requests can still add in a context. */
  left(context: string): number {
    return this.#cover.left(context)
  }
}
