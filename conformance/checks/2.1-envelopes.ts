import { kinds, rowOf, sectionOf, valueAt, withArticle } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Evidence, everything } from '../judge/fixtures.ts'
import { importOther } from '../judge/operations/import-egg.ts'
import { type Failure, type Outcome, type Skip, unseen } from '../judge/outcome.ts'
import { cut } from '../judge/reception.ts'
import { summed } from '../judge/rule.ts'
import { meaning } from '../judge/same.ts'
import { type Found, walk } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'

const noUrl = 'no response has `meta.resource`; tags and new users have it, see 4.2/response and 4.6/response'

/** Checks of whole runs; rules over the log find failures of most of them (`rules/shapes.ts`, `rules/kept.ts`). */
const ofRuns: readonly CheckRow[] = [
  {
    id: '1/json',
    title: 'the body of a successful response is JSON',
    ignored: 'bodies of refusals, which the document does not give',
    judge: noSuccess,
  },
  {
    id: '2.1/envelope',
    clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
    title: 'a successful response that carries data, or says that it does, has the envelope of its operation',
    ignored: 'other responses without data: errors may have any status',
    judge: noSuccess,
  },
  {
    id: '2.1/meta-resource-distinct',
    title: 'different resources have different URLs in `meta.resource`',
    judge: sharedUrl,
  },
  {
    id: '2.1/one-resource',
    title: 'responses that show the same resource agree about it',
    ignored: 'counts and sums of other resources, `updated_at`, and states of a server',
    scenes: [importOther],
    judge: ({ seen }: Evidence) => (seen.found().length > 0 ? undefined : unseen('no resource was seen')),
  },
].map((row) => ({ ...row, phase: 'last', needs: [everything] }))

/** A failure for two different resources with the same URL. */
function sharedUrl({ seen }: Evidence): Outcome {
  const owners = new Map<unknown, string>()
  const failures: Failure[] = []
  for (const { kind, attributes, envelope, pointer, exchange } of seen.found()) {
    const resource = urlOf(envelope)
    const { id, uuid } = attributes
    if (resource === undefined || (id ?? uuid) === undefined) continue
    const own = `${kind} ${id === undefined ? meaning('uuid', uuid) : String(id)}`
    const owner = owners.get(resource) ?? own
    owners.set(resource, owner)
    if (owner === own) continue
    const message = 'Two resources have the same URL in `meta.resource`.'
    const actual = `${inJson(resource)}, which is that of ${owner}`
    const place = { pointer: `${pointer}/meta/resource`, exchange }
    failures.push({ message, expected: `the URL of ${own}`, actual, ...place })
  }
  return owners.size === 0 ? { skip: noUrl } : summed(failures, owners.size)
}

function noSuccess(evidence: Evidence): Skip | undefined {
  const isGranted = evidence.granted().length > 0
  return isGranted ? undefined : unseen('no request got the successful response of its operation')
}

/** Checks that each place has the envelope that it should have. */
const misplaced = [
  {
    id: '2.1/list-data',
    clauses: ['2.1#list-object', '2.1#list-data', '2.1#single-object', '2.1#single-attributes'],
    title: 'lists hold resource envelopes of their kind',
    rule: 'list-data',
    message: 'An item of a list is not an envelope of its kind.',
  },
  {
    id: '2.1/nested-place',
    title: 'relationships are in an object, under their names',
    rule: 'nested-place',
    message: '`relationships` is not an object of names.',
  },
  {
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
  },
].map(
  ({ rule, message, ...check }): CheckRow => ({
    ...check,
    rule: {
      *judge({ exchange }): Iterable<Failure> {
        for (const { pointer, expected, value, rule: broken } of walk(exchange).misplaced)
          if (broken === rule) yield { message, expected, actual: cut(inJson(value)), pointer }
      },
    },
  }),
)

/** Checks of the envelopes and the nesting in every granted response. */
export const envelopes: readonly CheckRow[] = [
  ...misplaced,
  {
    id: '2.1/nested-once',
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
            }
          }
        }
      },
    },
  },
  {
    id: '2.1/meta-resource',
    title: '`meta.resource`, if present, is a URL',
    rule: {
      without: ({ exchange }) => (withUrls(exchange).length > 0 ? undefined : noUrl),
      *judge({ exchange }): Iterable<Failure> {
        for (const { kind, pointer, envelope } of withUrls(exchange)) {
          const resource = urlOf(envelope)
          if (isUrl(resource)) continue
          yield {
            message: `\`meta.resource\` of ${withArticle(kind)} is not a URL.`,
            expected: 'a string, the URL of the resource',
            actual: cut(inJson(resource)),
            pointer: `${pointer}/meta/resource`,
          }
        }
      },
    },
  },
  ...ofRuns,
]

/** The `meta.resource` of an envelope; undefined if it has none. */
export const urlOf = (envelope: Found['envelope']): unknown => valueAt(envelope, 'meta.resource')

const withUrls = (exchange: Exchange): readonly Found[] =>
  walk(exchange).found.filter(({ envelope }) => urlOf(envelope) !== undefined)

const isUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/)\S*$/.test(value)
