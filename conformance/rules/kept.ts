import { isWriting, type Kind, type Operation, operations, rowOf } from '../../src/contract/index.ts'
import { inJson } from '../checks/check.ts'
import { kebab } from '../judge/access.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { isSame, meaning } from '../judge/same.ts'
import { walk } from '../judge/walk.ts'
import type { Known, Model, Shown } from '../model/model.ts'
import { shownIn } from '../model/model.ts'
import { isReached, kindsReached, mayChange, mayWrite, wasBarred } from '../model/reach.ts'
import type { Call, Entry } from '../steps/step.ts'
import { type Finding, hasSent, type LogRule, valuesAt } from './finding.ts'

/** The operation that updates resources of a kind and responds with the updated one. */
const updateOf = (kind: Kind): Operation | undefined =>
  updates.find(({ response }) => response.envelope === 'single' && response.kind === kind)

const updates = Object.values<Operation>(operations).filter(
  ({ method, response }) => method !== 'GET' && response.envelope === 'single' && !response.isNew,
)

/** The check of the fields that an update does not carry. An import can carry all of an egg. Section 4.9. */
const identityCheck = ({ section, body }: Operation): string =>
  body === 'json' ? `${section}/identity` : `${section}/persists`

/**
 * The known values of a resource are kept until a request changes them: a granted write is kept, a refused one changes
 * nothing, and no request changes fields that it does not carry, in this resource or in another one.
 */
export const kept: LogRule = function* (entry, model) {
  const rows = new Map<string, number>()
  for (const shown of shownIn(entry, model.variables)) {
    const known = model.contradicted(shown) ?? knownBeforeRefusal(entry, shown, model)
    const field = `${shown.kind}.${shown.field}`
    const before = rows.get(field) ?? 0
    if (!known || before === mostRows) continue
    rows.set(field, before + 1)
    yield findingOf(entry, shown, known, model)
  }
}

/**
 * The knowledge of a value before requests that may change it, if since then only a refused one sent its new value: what
 * becomes of a field that a body leaves out is a gap, but it does not become that. A number may be a default value, so
 * the server must keep the field otherwise.
 */
function knownBeforeRefusal(entry: Entry, shown: Shown, model: Model): Known | undefined {
  const { field, value } = shown
  const isJudged = typeof value === 'string' || (typeof value === 'number' && model.isLeftAlone(shown))
  const known = isJudged ? model.doubted(shown) : undefined
  if (!known || model.earlier(shown).some((other) => meaning(field, other) === meaning(field, value))) return
  const since = [...model.since(known.from), entry]
  const isSource = (each: Entry): boolean =>
    wasBarred(each) && isReached(each, shown, (place) => model.value(place)) && holds(each.call, field, value)
  const mayHave = (each: Entry): boolean => mayWrite(each) && inJson(each.call).includes(inJson(value))
  return since.some(isSource) && !since.some(mayHave) ? known : undefined
}

/** The resources of a response of which a field is reported; more of them have the same cause. */
const mostRows = 20

function findingOf(entry: Entry, shown: Shown, known: Known, model: Model): Finding {
  const { kind, id, field, value, found, at } = shown
  const since = [...model.since(known.from), entry].filter(({ call }) => isWriting(call.operation))
  const isBack = model.earlier(shown).some((other) => meaning(field, other) === meaning(field, value))
  // A value that was there before comes from a write that was lost, also if a refused request sent it too.
  const barred =
    isBack && typeof value !== 'boolean'
      ? undefined
      : since.find((each) => wasBarred(each) && holds(each.call, field, value))
  const expected = known.values.map(inJson).join(' or ')
  const what = `\`${field}\` of ${kind} ${String(id)}`
  const [check, message, after] = barred
    ? ([
        `5/${kebab(barred.call.operation)}-refused-changes-nothing`,
        `A refused request of "${operations[barred.call.operation].summary}" changed ${what}.`,
        barred,
      ] as const)
    : blamed(entry, shown, known, since, what, model, isBack)
  const isWriter = (each: Entry): boolean => mayChange(each, shown, (other) => model.value(other))
  const isSent =
    barred !== undefined ||
    model.log.some(({ call }) => holds(call, field, value)) ||
    known.values.some((one) => isPartOf(value, one))
  // A write that is lost brings a value back only where writes may change it.
  const isExplained = isSent || (isBack && model.log.some(isWriter))
  const isConstant = rowOf(kind).constant.includes(field)
  const mayLag = model.log.slice(-recent).some(isWriter)
  const place = { kind, id, field }
  const isSettledBy = (later: Entry): boolean => {
    const again = valuesAt(later, place)
    return again.length > 0 && again.every((each) => known.values.some((one) => isSame(field, one, each)))
  }
  return {
    check,
    key: `kept ${kind}.${field}`,
    // A value that only a refused request sent came from that request, unless it is a usual one, and an administrator may
    // change `public`.
    ...(!((isConstant || barred) && isUnusual(value)) && { moved: `${kind}.${field}` }),
    isExplained,
    isEarlier: !isSent,
    source: known.from,
    suspects: since,
    place,
    expects: known.values,
    actual: value,
    ...(mayLag && { isSettledBy }),
    failure: {
      message,
      expected,
      actual: inJson(value),
      pointer: `${found.pointer}/attributes/${at.replaceAll('.', '/')}`,
      ...(after && after !== entry && { after: after.exchange }),
    },
  }
}

/** The entries among which a write may have been, so that a view that lags does not show it yet. */
const recent = 25

type Blame = readonly [check: string, message: string, after: Entry | undefined]

function blamed(
  entry: Entry,
  shown: Shown,
  { from }: Known,
  since: readonly Entry[],
  what: string,
  model: Model,
  isBack: boolean,
): Blame {
  const { kind, id, field } = shown
  const own = updateOf(kind)
  const last = since.at(-1)
  const isWrite = ({ call }: Entry): boolean => call.operation === own?.id
  const isOfPath = ({ exchange }: Entry): boolean =>
    walk(exchange).found.some(
      ({ form, kind: of, attributes }) => form === 'top' && of === kind && attributes['id'] === id,
    )
  // A value from before the checked write was not changed by this update.
  const isLost = isBack && isWrite(from) && Object.hasOwn({ ...from.call.fields }, field)
  if (own && isWrite(entry) && from !== entry && isOfPath(entry) && !isLost)
    return [identityCheck(own), `An update changed ${what}, which the request cannot carry.`, from]
  const senders = isBack ? [] : since.filter((each) => isOnlySender(each, shown, model))
  const spilled = senders.findLast(({ exchange }) => wasGranted(exchange)) ?? senders.at(-1)
  if (spilled) {
    const { section, summary } = operations[spilled.call.operation]
    const message = `"${summary}" of another resource changed ${what}: it shows a value that was sent to that resource.`
    return [`${section}/others-unchanged`, message, spilled]
  }
  if (own ? isWrite(from) && isOfPath(from) : mayWrite(from) && kindsReached(from).includes(kind))
    return [
      `${operations[from.call.operation].section}/persists`,
      `A later response does not show ${what} as the write left it.`,
      from,
    ]
  const same = last ? undefined : sameRead(entry, model)
  if (same)
    return [
      `${operations[entry.call.operation].section}/stable`,
      `Another read of the same path shows another value of ${what}.`,
      same,
    ]
  if (!last) return ['2.1/one-resource', `Two responses disagree about ${what}.`, from]
  const { section, summary } = operations[last.call.operation]
  const isUpdate = updates.some(({ id }) => id === last.call.operation)
  const check = isUpdate ? `${section}/others-unchanged` : '2.1/one-resource'
  if (last === entry)
    return [check, `The response to "${summary}" shows another value of ${what} than responses before.`, from]
  const which = kindsReached(last).includes(kind) ? ' of another resource' : ''
  return [check, `"${summary}"${which} changed ${what}, which such a request does not carry.`, last]
}

/** The same read before, if nothing was written since. */
const sameRead = ({ call }: Entry, model: Model): Entry | undefined =>
  model
    .granted(call)
    .findLast(
      (each) =>
        String(each.call.named) === String(call.named) &&
        !model.since(each).some((other) => isWriting(other.call.operation)),
    )

/**
 * Whether a write that reaches other resources of the kind alone sent a value: a text in its body or its file, or a
 * number in the field.
 */
const isOnlySender = (entry: Entry, shown: Shown, model: Model): boolean =>
  ['string', 'number'].includes(typeof shown.value) &&
  String(shown.value).length > 2 &&
  mayWrite(entry) &&
  kindsReached(entry).includes(shown.kind) &&
  !isReached(entry, shown, (place) => model.value(place)) &&
  hasSent(entry, shown.field, shown.value)

/** Whether a text is the other one, truncated. */
const isPartOf = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && one.length > 2 && other.startsWith(one)

/** Whether no other request has a value by chance. */
const isUnusual = (value: unknown): boolean => typeof value !== 'boolean' && String(value).length > 2

/** Whether a call carries a value in some field; a usual value in the field of that name. */
function holds(call: Call, field: string, value: unknown): boolean {
  const fields = Object.entries({ ...call.fields, ...call.pins })
  // An object is an environment.
  const values = fields.flatMap(([name, sent]) =>
    isObject(sent) ? Object.entries(sent) : [[name, sent] as const],
  )
  return values.some(
    ([name, sent]) =>
      meaning(name, sent) === meaning(name, value) &&
      (isUnusual(value) || name === field || field.startsWith('container.')),
  )
}
