import {
  idsWithBody,
  isPaged,
  kinds,
  type OperationId,
  operations,
  pagedIds,
  rowOf,
  sectionOf,
} from '../../../src/contract/index.ts'
import { kebab } from '../../judge/access.ts'
import { answered, rerouted } from '../changes.ts'
import { attributesOf, dataOf, isObject, type JsonObject, put } from '../json.ts'
import { isGranted, type ProxyResponse } from '../messages.ts'
import {
  checksOf,
  foundBy,
  inPlaces,
  type Mutant,
  mutant,
  placed,
  product,
  rulesOf,
  tableOf,
} from '../mutant.ts'
import { appearancesOf, type Change, isEverywhere, namedPlacesOf, type Place, placesOf } from '../places.ts'
import { unpagedIds } from '../whole-list.ts'
import { acceptedBy } from './access.ts'
import wrongFormats from './wrong-formats.json' with { type: 'json' }
import wrongShapes from './wrong-shapes.json' with { type: 'json' }

/** Successful responses that are not JSON. */
const slips: Readonly<Record<string, (text: string) => string>> = {
  'a trailing comma': (text) => text.replace(/\}$/, ',}'),
  'NaN for a number': (text) => text.replace(/:(\d+)/, ':NaN'),
  'single quotes': (text) => text.replaceAll('"', "'"),
  'a warning before it': (text) => `Warning: undefined index in panel.php\n${text}`,
  'a comment before it': (text) => `/* api */${text}`,
  'half of it': (text) => text.slice(0, Math.floor(text.length / 2)),
  'the body twice': (text) => text + text,
  'JSON within a JSON text': (text) => JSON.stringify(text),
  'a callback around it': (text) => `callback(${text})`,
  'an HTML page': () => '<!doctype html><title>Panel</title>',
}

/** Responses with a resource without its envelope. */
const singles: Readonly<Record<string, (json: JsonObject) => unknown>> = {
  'bare fields': (json) => attributesOf(json),
  'wrapped in data': (json) => ({ data: json }),
  'of another kind': (json) => ({ ...json, object: 'resource' }),
  'without object': ({ attributes }) => ({ attributes }),
  'attributes as a list': (json) => ({ ...json, attributes: [json['attributes']] }),
  'in a list of one': (json) => ({ object: 'list', data: [json] }),
}

/** Responses with a list without its envelope. */
const lists: typeof singles = {
  'a bare array': (json) => dataOf(json),
  'data as an object': (json) => ({ ...json, data: { ...dataOf(json) } }),
  'object is collection': (json) => ({ ...json, object: 'collection' }),
  'items next to meta': ({ data, ...rest }) => ({ ...rest, items: data }),
}

/** Items of lists without their envelope. */
const items: Readonly<Record<string, readonly [clause: string, change: (item: JsonObject) => unknown]>> = {
  'bare fields': ['list-data', (item) => item['attributes']],
  'without object': ['single-object', ({ attributes }) => ({ attributes })],
  'of another kind': ['single-object', (item) => ({ ...item, object: 'item' })],
  'without attributes': ['single-attributes', ({ object }) => ({ object })],
  'attributes as a list': ['single-attributes', (item) => ({ ...item, attributes: [item['attributes']] })],
  'ids alone': ['list-data', (item) => attributesOf(item)['id'] ?? 1],
  null: ['list-data', () => null],
}

/** Checks, at least one of which must fail if an operation does not respond correctly to a valid request. */
const responses = (id: OperationId): readonly string[] => [
  ...checksOf(id, 'response', 'per-page', 'page', 'pages-partition', 'stable', 'total-constant'),
  ...checksOf(id, 'per-page-of-fifty', 'by-id-and-uuid'),
  ...acceptedBy(id).map((token) => `5/${kebab(id)}-takes-${kebab(token)}`),
]

/** The client family has one operation, so that a token that is never granted there may be wrong. */
const isTellable = (place: Place): boolean => operations[place.on].family !== 'client' || !isEverywhere(place)

/** Successful responses with a body that is not JSON. */
export const json: readonly Mutant[] = product(
  Object.entries(slips),
  idsWithBody.flatMap(placesOf),
  ([inWords, slip], place) =>
    placed(
      {
        // If no response of an operation is JSON, the responses may come from a gateway, so that other checks may fail
        // instead.
        checks: ['1/json', ...responses(place.on)],
        inWords: `${operations[place.on].section} with ${inWords}`,
        change: (body) => slip(JSON.stringify(body)),
        places: [place],
      },
      place,
    ),
  16,
)

const whole = idsWithBody.flatMap((on) => {
  const table = operations[on].response.envelope === 'single' ? singles : lists
  return rulesOf(foundBy([...responses(on), '2.1/envelope'], table), placesOf(on).filter(isTellable))
})

const inLists = (['first', 'last'] as const).flatMap((which) =>
  Object.entries(items).flatMap(([inWords, [clause, change]]) => {
    const changed: Change = (json) => {
      const data = dataOf(json)
      const at = which === 'first' ? 0 : data.length - 1
      if (isObject(data[at])) data[at] = change(data[at])
    }
    return rulesOf(
      { [`2.1/list-data: the ${which} item ${inWords}`]: changed },
      unpagedIds.flatMap(namedPlacesOf),
      {
        breaks: [`2.1#${clause}`],
      },
    )
  }),
)

/** The kinds whose envelope has `meta.resource`, with the section that says so, and the places. */
const linked = kinds.flatMap((kind) => {
  const { meta } = rowOf(kind)
  const places = appearancesOf(kind).filter(({ of }) => meta === 'always' || of?.place === 'top')
  const [first] = places
  if (meta === undefined || !first) return []
  return [{ kind, section: meta === 'always' ? sectionOf(kind) : operations[first.on].section, places }]
})

/** Values of `meta.resource` that are not URLs. */
const notUrls: Readonly<Record<string, unknown>> = { ...wrongShapes.url, ...wrongFormats['a URL'] }

const metaAs =
  (meta: unknown): Change =>
  (_, __, envelope) =>
    put(envelope, 'meta', meta)

const linkAs = (resource: unknown): Change => metaAs({ resource })

/** Envelopes without `meta.resource`. */
const withoutUrl: Readonly<Record<string, Change>> = {
  'meta is absent': metaAs(undefined),
  'meta is an empty array': metaAs([]),
  'meta is without resource': metaAs({ url: 'http://example.com/' }),
  'meta is resource among the fields': (attributes, _, envelope) => {
    Object.assign(attributes, envelope['meta'])
    delete envelope['meta']
  },
}

const links = linked.flatMap(({ kind, section, places }) => [
  ...rulesOf(tableOf(`2.1/meta-resource: of a ${kind}, `, notUrls, linkAs), places, {
    breaks: ['2.1#meta-resource', `${section}#meta-resource`],
    shows: 'meta/resource',
  }),
  ...rulesOf(foundBy([`${section}/meta-resource`], withoutUrl), places),
  ...rulesOf(
    {
      [`2.1/meta-resource-distinct: every ${kind} with one URL`]: linkAs(`http://localhost/${kind}s/1`),
      [`2.1/meta-resource-distinct: every ${kind} with that of a list`]: linkAs(`http://localhost/${kind}s`),
    },
    // Elsewhere a resource is the only one that is shown with this URL.
    places.filter(
      ({ name }) => !/the last one|first response|every second|with a query|rootClient/.test(name),
    ),
    { reachedBy: ['4.2/tags-now', '4.6/distinct'] },
  ),
])

/** Operations at other paths than those of the document. */
const routes: readonly Mutant[] = idsWithBody
  // Only these operations show that the client token, or the id of a database host, is valid.
  .filter((id) => !isPaged(id))
  .map((id) =>
    mutant(
      `${operations[id].section}/response`,
      'lives under a version',
      () => rerouted(id, (path) => path.replace('/api/', '/api/v1/')),
      { breaks: [`${operations[id].section}#route`, '1#prefixes', '9#no-version'] },
    ),
  )

/** Responses to a sync of no tags that are not list envelopes. */
const hollow: Readonly<Record<string, ProxyResponse>> = {
  '`data` is null': { status: 200, json: { object: 'list', data: null } },
  '`data` is an object': { status: 200, json: { object: 'list', data: {} } },
  'the response is 204 without a body': { status: 204 },
}

/** Lists without records that are not list envelopes. */
const empty: readonly Mutant[] = [
  mutant(
    '2.1/envelope',
    'an empty page has no `object`',
    () => answered(pagedIds, ({ object, ...json }) => (dataOf(json)[0] ? { object, ...json } : json)),
    {
      breaks: ['2.1#list-object'],
      reachedBy: pagedIds.map((id) => `${operations[id].section}/current-page`),
    },
  ),
  ...Object.entries(hollow).map(([inWords, empty]) =>
    mutant(
      '2.1/envelope',
      `${inWords} where no tags are left`,
      () => async (request, next) => {
        const response = await next(request)
        const isMeant = request.operation === 'syncNodeTags' && isObject(response.json)
        return isMeant && isGranted(response) && !dataOf(response.json)[0] ? empty : response
      },
      { breaks: ['2.1#list-data'], reachedBy: ['4.2/empties'] },
    ),
  ),
]

export const envelopes: readonly Mutant[] = [
  ...inPlaces([...whole, ...inLists, ...links]),
  ...routes,
  ...empty,
]
