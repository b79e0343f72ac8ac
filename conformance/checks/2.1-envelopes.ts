import { kinds, operations, rowOf, sectionOf, withArticle } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { acceptClause } from '../judge/access.ts'
import { everything } from '../judge/fixtures.ts'
import { importOther } from '../judge/operations/import-egg.ts'
import { type Failure, unseen } from '../judge/outcome.ts'
import { cut, inShort, isHollow, isObject, receptionOf } from '../judge/reception.ts'
import { outcomeOf, summed } from '../judge/rule.ts'
import { type Misplaced, walk } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'

/** A check that two different resources do not have the same URL. */
const sharedUrls: CheckRow = {
  id: '2.1/meta-resource-distinct',
  clauses: ['2.1#meta-resource-distinct'],
  title: 'different resources have different URLs in `meta.resource`',
  phase: 'last',
  needs: [everything],
  judge({ seen }) {
    const owners = new Map<unknown, unknown>()
    const failures: Failure[] = []
    for (const { kind, attributes, envelope, pointer, exchange } of seen.found()) {
      const resource = isObject(envelope['meta']) ? envelope['meta']['resource'] : undefined
      const id = attributes['id'] ?? attributes['uuid']
      if (resource === undefined || id === undefined) continue
      const owner = owners.get(resource) ?? `${kind} ${String(id)}`
      owners.set(resource, owner)
      if (owner === `${kind} ${String(id)}`) continue
      const message = 'Two resources have the same URL in `meta.resource`.'
      const actual = `${inJson(resource)}, which is that of ${String(owner)}`
      const expected = `the URL of ${kind} ${String(id)}`
      failures.push({ message, expected, actual, pointer: `${pointer}/meta/resource`, exchange })
    }
    if (owners.size === 0) return { skip: noUrl }
    return summed(failures, owners.size)
  },
}

/** A check of findings of the rules over the log about single resources (`rules/kept.ts`). */
const oneResource: CheckRow = {
  id: '2.1/one-resource',
  clauses: ['2.1#one-resource'],
  title: 'responses that show the same resource agree about it',
  ignored: 'counts and sums of other resources, `updated_at`, and states of a server',
  phase: 'last',
  needs: [everything],
  scenes: [importOther],
  judge: ({ seen }) => (seen.found().length > 0 ? undefined : unseen('no resource was seen')),
}

const noUrl = 'no response has `meta.resource`; tags and new users have it, see 4.2/answer and 4.6/answer'

/** A check that data comes in the envelopes of the document. */
const successEnvelope: CheckRow = {
  id: '2.1/envelope',
  clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
  title: 'a successful response that carries data, or says that it does, has the envelope of its operation',
  ignored: 'other responses without data: errors may have any status',
  phase: 'last',
  needs: [everything],
  judge(evidence) {
    const judged = evidence.exchanges.filter(
      (exchange) =>
        acceptClause(exchange.ask.operation, exchange.ask.credential) !== undefined && carriesData(exchange),
    )
    return outcomeOf(judged, notEnveloped, 'no request was answered with a successful status')
  },
}

/** Whether a successful response carries data, or says that it does. */
const carriesData = (exchange: Exchange): boolean =>
  (exchange.reply?.status ?? 500) < 300 &&
  (receptionOf(exchange.ask, exchange.reply) !== 'refused' || isHollow(exchange))

/** The failure of a successful response that carries data in another envelope than that of its operation. */
export function notEnveloped(exchange: Exchange): Failure | undefined {
  const { ask, reply } = exchange
  if (!carriesData(exchange) || receptionOf(ask, reply) === 'granted') return undefined
  const { summary, answer } = operations[ask.operation]
  return {
    message: `A response of "${summary}" ${isHollow(exchange) ? 'has a success without the content of its envelope' : 'carries data without the envelope'}.`,
    expected: answer.envelope === 'single' ? 'object and attributes' : 'object "list" and an array data',
    actual: inShort(reply),
    exchange,
  }
}

/** Checks of the envelopes and the nesting in every granted response. */
export const envelopes: readonly CheckRow[] = [
  successEnvelope,
  placeRule({
    id: '2.1/list-data',
    clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
    title: 'lists hold resource envelopes of their kind',
    rule: 'list-data',
    message: 'An item of a list is not an envelope of its kind.',
  }),
  placeRule({
    id: '2.1/nested-place',
    clauses: ['2.1#nested-place'],
    title: 'relationships are in an object, under their names',
    rule: 'nested-place',
    message: '`relationships` is not an object of names.',
  }),
  placeRule({
    id: '2.1/nested-form',
    clauses: [
      '2.1#nested-form',
      ...kinds.flatMap((kind) =>
        Object.keys(rowOf(kind).relationships ?? {}).map(
          (name) => `${sectionOf(kind)}#relationships.${name}`,
        ),
      ),
    ],
    title: 'a nested resource is an envelope, a list of envelopes, or cut off to nothing',
    ignored: 'relationships that are missing or empty: recursion is cut off',
    rule: 'nested-form',
    message: 'A nested relationship is neither an envelope nor cut off.',
  }),
  {
    id: '2.1/nested-once',
    clauses: ['2.1#nested-once'],
    title: 'a nested list has each resource once',
    rule: {
      *judge({ exchange }): Iterable<Failure> {
        const places = new Set<string>()
        for (const { form, kind, pointer, attributes } of walk(exchange).found) {
          const [, list] = /^(.*\/data)\/\d+$/.exec(pointer) ?? []
          if (form === 'top' || list === undefined) continue
          // An environment has one value of each variable.
          for (const key of ['id', 'env_variable'].filter((each) => attributes[each] !== undefined)) {
            const place = `${list} ${key} ${inJson(attributes[key])}`
            if (places.size < places.add(place).size) continue
            yield {
              message: `A nested list has ${withArticle(kind)} twice.`,
              expected: 'each resource once',
              actual: `the ${key} ${inJson(attributes[key])} again`,
              pointer,
              exchange,
            }
          }
        }
      },
    },
  },
  {
    id: '2.1/meta-resource',
    clauses: ['2.1#meta-resource'],
    title: '`meta.resource`, if present, is a URL',
    rule: {
      without: ({ exchange }) => (withUrls(exchange).length > 0 ? undefined : noUrl),
      *judge({ exchange }): Iterable<Failure> {
        for (const { kind, pointer, resource } of withUrls(exchange)) {
          if (isUrl(resource)) continue
          yield {
            message: `\`meta.resource\` of ${withArticle(kind)} is not a URL.`,
            expected: 'a string, the URL of the resource',
            actual: cut(inJson(resource)),
            pointer: `${pointer}/meta/resource`,
            exchange,
          }
        }
      },
    },
  },
  sharedUrls,
  oneResource,
]

interface PlaceRule extends Pick<CheckRow, 'id' | 'clauses' | 'title' | 'ignored'> {
  readonly rule: Misplaced['rule']
  readonly message: string
}

function placeRule({ rule, message, ...check }: PlaceRule): CheckRow {
  return {
    ...check,
    rule: {
      *judge({ exchange }): Iterable<Failure> {
        for (const { pointer, expected, value, rule: broken } of walk(exchange).misplaced) {
          if (broken === rule) yield { message, expected, actual: cut(inJson(value)), pointer, exchange }
        }
      },
    },
  }
}

const withUrls = (exchange: Parameters<typeof walk>[0]) =>
  walk(exchange).found.flatMap(({ kind, pointer, envelope: { meta } }) =>
    isObject(meta) && Object.hasOwn(meta, 'resource') ? [{ kind, pointer, resource: meta['resource'] }] : [],
  )

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/)\S*$/.test(value)
