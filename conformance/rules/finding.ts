import { inJson } from '../checks/check.ts'
import type { Context } from '../judge/fixtures.ts'
import type { Failure } from '../judge/outcome.ts'
import { isSame } from '../judge/same.ts'
import { type Model, shownIn } from '../model/model.ts'
import type { Place } from '../model/reach.ts'
import type { Entry } from '../steps/step.ts'

/** A broken clause that a rule found in the log. */
export interface Finding {
  /** Id of the check to which the finding belongs. */
  readonly check: string
  /** The key that findings of one cause share. */
  readonly key: string
  readonly failure: Failure
  /** The entry that showed or allowed the expected value, if any. */
  readonly source?: Entry
  /** The entries that show it together with this one, in their order. */
  readonly together?: readonly Entry[]
  /** The field that has another value, the values that it may have, and its value. */
  readonly place?: Place
  readonly expects?: readonly unknown[]
  readonly actual?: unknown
  /** The writes of which any may be the reason. */
  readonly suspects?: readonly Entry[]
  /**
   * Set if another client or the server itself may be the reason, so that the finding counts only if it occurs again:
   * the field as `kind.field`.
   */
  readonly moved?: string
  /** Of a list: how it has changed, if another client or the server itself changes it. */
  readonly change?: string
  /** Whether another entry shows the expected value, so that a response only lagged. */
  readonly isSettledBy?: (entry: Entry) => boolean
  /** Whether the new value is one that the kit sent, or that was there before a write. */
  readonly isExplained?: boolean
  /** Whether the kit did not send the new value, so that another client may have put it back. */
  readonly isEarlier?: boolean
}

/** A pure statement about an entry, with the values that were known before it. */
export type LogRule = (entry: Entry, model: Model, context: Context) => Iterable<Finding>

/** Whether an entry shows the value that a finding expects; undefined if it does not show the field. */
export function showsExpected(entry: Entry, { place, expects = [] }: Finding): boolean | undefined {
  const [shown] = place ? valuesAt(entry, place) : []
  return shown === undefined || !place
    ? undefined
    : expects.some((value) => isSame(lastName(place.field), value, shown))
}

/** The values of a field in a response, which may show the resource several times. */
export const valuesAt = (entry: Entry, place: Place): readonly unknown[] =>
  shownIn(entry, []).flatMap((each) => (isPlace(each, place) ? [each.value] : []))

const isPlace = (one: Place, other: Place): boolean =>
  one.kind === other.kind && one.id === other.id && one.field === other.field

/** Whether a request sent a value: a text anywhere, another value in the field of that name. */
export function hasSent({ call: { file, fields = {} } }: Entry, field: string, value: unknown): boolean {
  if (typeof value === 'string')
    return [file, inJson(fields)].some((sent) => sent?.includes(inJson(value).slice(1, -1)))
  const name = lastName(field)
  return Object.hasOwn(fields, name) && isSame(name, fields[name], value)
}

const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
