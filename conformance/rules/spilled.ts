import { fieldsOf, operations } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { inJson } from '../checks/check.ts'
import { attributesOf } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { documented } from '../judge/same.ts'
import { walk } from '../judge/walk.ts'
import { isReached, kindsReached, wasBarred } from '../model/reach.ts'
import type { Call, Entry } from '../steps/step.ts'
import { wordsIn } from '../steps/values.ts'
import type { LogRule } from './finding.ts'

/** The texts at any depth of an object, with their paths. */
const textsIn = (value: unknown, path = ''): readonly (readonly [path: string, text: string])[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[path + name, inner] as const] : textsIn(inner, `${path}${name}.`),
  )

/**
 * Whether a text of a request is in no request of another run: it has a word of its own, or the mark of the run, which
 * an exploration may have read.
 */
const isOfThisRun = (text: string, { body }: Call): boolean =>
  wordsIn(text).length > 0 || (body === undefined && /\bnestbox[ -][a-z0-9]{4}[ -]/i.test(text))

/** The entries that sent each text, of each log. */
const senders = onceFor((_log: readonly Entry[]) => new Map<string, Entry[]>())

/** A text that was sent to one resource only is not shown by another one of its kind. */
export const spilled: LogRule = function* (entry, model) {
  const { call, exchange, burst } = entry
  const known = senders(model.log)
  const { fields, pins, mark } = call
  for (const [, text] of wasBarred(entry) ? [] : textsIn({ ...fields, ...pins, mark }))
    if (isOfThisRun(text, call)) known.set(text, [...(known.get(text) ?? []), entry])
  // The next response shows the values of simultaneous steps.
  if (burst || !wasGranted(exchange)) return
  for (const { kind, form, attributes, pointer } of walk(exchange).found) {
    const { id } = attributes
    if (id === undefined) continue
    for (const [field, text] of textsIn(documented(fieldsOf(kind, form), attributes))) {
      const all = known.get(text) ?? []
      const sender = all.find((each) => kindsReached(each).includes(kind))
      const isOwn = (each: Entry): boolean =>
        attributesOf(each.exchange.reply?.json)['id'] === id ||
        isReached(each, { kind, id, field }, (place) => model.value(place))
      if (!sender || all.some(isOwn)) continue
      // Servers may show values that their egg has from a file.
      const escaped = inJson(text).slice(1, -1)
      if (model.log.some((each) => each.call.file?.includes(escaped) && isOwn(each))) continue
      const { section, summary } = operations[sender.call.operation]
      yield {
        check: `${section}/others-unchanged`,
        key: `spilled ${kind}.${field}`,
        failure: {
          message: `"${summary}" of another resource changed \`${field}\` of ${kind} ${String(id)}: it shows a text that was sent to that resource alone.`,
          expected: 'a text of its own',
          actual: inJson(text),
          pointer: `${pointer}/attributes/${field.replaceAll('.', '/')}`,
          after: sender.exchange,
        },
      }
    }
  }
}
