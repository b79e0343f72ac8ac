import { answered, answeredIn, attributesOf, dataOf, instead, isByUuid, refusal } from '../changes.ts'
import {
  bodyOf,
  isObject,
  type JsonObject,
  type Middleware,
  type ProxyResponse,
  withBody,
} from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'

/** The ids in the body of a tag sync of the mock server. */
const selected = (body: JsonObject): unknown[] => (Array.isArray(body['tag_ids']) ? body['tag_ids'] : [])

/** Changes the selection of a tag sync, depending on the tags of the node. */
const selects = (merge: (wanted: unknown[], held: unknown[]) => unknown[]): Middleware => {
  let held: unknown[] = []
  return async (request, next) => {
    if (request.operation !== 'syncNodeTags' || request.credential !== 'rootClient') return next(request)
    const merged = merge(selected(bodyOf(request)), held)
    const response = await next(withBody(request, { tag_ids: merged }))
    if (response.status < 300) held = merged
    return response
  }
}

const unique = (ids: unknown[]): unknown[] => [...new Set(ids)]

/** Errors in the selection of tags, by the check that must find them. */
const merges: readonly (readonly [
  slug: 'tags-now' | 'replaces' | 'empties',
  inWords: string,
  merge: (wanted: unknown[], held: unknown[]) => unknown[],
])[] = [
  ['tags-now', 'the selection is ignored', () => []],
  ['tags-now', 'one tag of several is lost', (wanted) => (wanted.length > 1 ? wanted.slice(1) : wanted)],
  ['tags-now', 'two tags are kept of more', (wanted) => wanted.slice(0, 2)],
  ['tags-now', 'a single tag is lost', (wanted) => (wanted.length === 1 ? [] : wanted)],
  ['tags-now', 'only the first sync counts', (wanted, held) => (held.length > 0 ? held : wanted)],
  ['replaces', 'selected tags join the old ones', (wanted, held) => unique([...held, ...wanted])],
  [
    'replaces',
    'selected tags join the old ones where one is selected',
    (wanted, held) => (wanted.length === 1 ? unique([...held, ...wanted]) : wanted),
  ],
  [
    'replaces',
    'selected tags join the old ones where several are selected',
    (wanted, held) => (wanted.length > 1 ? unique([...held, ...wanted]) : wanted),
  ],
  [
    'replaces',
    'several selected tags join the old ones where they have one in common',
    (wanted, held) =>
      wanted.length > 1 && wanted.some((id) => held.includes(id)) ? unique([...held, ...wanted]) : wanted,
  ],
  ['empties', 'an empty selection changes nothing', (wanted, held) => (wanted.length === 0 ? held : wanted)],
  [
    'empties',
    'the last tag cannot be taken away',
    (wanted, held) => (wanted.length === 0 ? held.slice(0, 1) : wanted),
  ],
]

/** Errors in the tags of the response. */
const listed: readonly (readonly [
  checks: readonly string[],
  inWords: string,
  change: (json: JsonObject) => unknown,
])[] = [
  [['4.2/tags-now'], 'the last tag is not listed', (json) => ({ ...json, data: dataOf(json).slice(0, -1) })],
  [
    ['4.2/distinct'],
    'a tag is listed twice',
    (json) => ({ ...json, data: [...dataOf(json), ...dataOf(json).slice(0, 1)] }),
  ],
  [
    ['4.2/tags-now'],
    'tags have other ids',
    (json) => {
      for (const tag of dataOf(json)) attributesOf(tag)['id'] = Number(attributesOf(tag)['id']) + 1000
    },
  ],
]

/** Responses to a sync of no tags. */
const hollow: Readonly<Record<string, Pick<ProxyResponse, 'status' | 'json'>>> = {
  '`data` is null': { status: 200, json: { object: 'list', data: null } },
  '`data` is an object': { status: 200, json: { object: 'list', data: {} } },
  'the response is 204 without a body': { status: 204 },
}

const otherEgg: readonly (readonly [status: number, breaks: string, caughtBy: string])[] = [
  [500, '4.2#tagless-accepts-any-egg', '4.2/tagless-accepts-any-egg'],
]

export const tags: readonly Mutant[] = [
  ...Object.entries(hollow).map(
    ([inWords, response]): Mutant => ({
      name: `2.1/envelope: ${inWords} where no tags are left`,
      breaks: ['2.1#list-data'],
      caughtBy: ['2.1/envelope'],
      reachedBy: ['4.2/empties'],
      make: () => async (request, next) => {
        const { json, headers, ...rest } = await next(request)
        const isEmpty = request.operation === 'syncNodeTags' && isObject(json) && dataOf(json).length === 0
        return isEmpty && rest.status < 300
          ? { headers: {}, text: '', ...response }
          : { json, headers, ...rest }
      },
    }),
  ),
  {
    name: '4.2/distinct: a tag that is selected twice is listed twice',
    breaks: ['4.2#distinct'],
    caughtBy: ['4.2/distinct'],
    make: () =>
      answered('syncNodeTags', (json, request) => {
        const ids = selected(bodyOf(request))
        const data = ids.map((id) => dataOf(json).find((tag) => attributesOf(tag)['id'] === id))
        return { ...json, data: data.includes(undefined) ? dataOf(json) : data }
      }),
  },
  {
    name: '4.2/tagless-accepts-any-egg: another egg is refused where the server is named by UUID',
    breaks: ['4.2#tagless-accepts-any-egg'],
    caughtBy: ['4.2/tagless-accepts-any-egg'],
    make: () =>
      instead('updateServerStartup', async (request, next) =>
        bodyOf(request)['egg_id'] === request.target.resources.otherEgg && isByUuid(request)
          ? refusal(422)
          : next(request),
      ),
  },
  {
    name: '4.2/tagless-accepts-any-egg: another egg is refused with 422 while the node has no tags',
    breaks: ['4.2#tagless-accepts-any-egg'],
    caughtBy: ['4.2/tagless-accepts-any-egg'],
    shows: 'granted it each time that the node had tags',
    make: () => {
      let isTagless = false
      return (request, next) => {
        const body = bodyOf(request)
        const { otherEgg, node } = request.target.resources
        if (request.operation === 'syncNodeTags' && request.path.includes(`/nodes/${node}/`))
          isTagless = selected(body).length === 0
        const isRefused =
          isTagless && request.operation === 'updateServerStartup' && body['egg_id'] === otherEgg
        return isRefused ? Promise.resolve(refusal(422)) : next(request)
      }
    },
  },
  {
    name: '4.2/other-node: the tags of all nodes are kept in one set',
    breaks: ['4.2#path'],
    caughtBy: ['4.2/other-node'],
    make: () => {
      const held = new Set<unknown>()
      return async (request, next) => {
        const { otherNode } = request.target.resources
        if (request.operation !== 'syncNodeTags') return next(request)
        for (const id of selected(bodyOf(request))) held.add(id)
        return request.path.includes(`/nodes/${otherNode}/`)
          ? next(withBody(request, { tag_ids: [...held] }))
          : next(request)
      }
    },
  },
  ...merges.map(
    ([slug, inWords, merge]): Mutant => ({
      name: `4.2/${slug}: ${inWords}`,
      breaks: [`4.2#${slug}`],
      caughtBy: slug === 'empties' ? ['4.2/empties'] : ['4.2/tags-now', '4.2/replaces'],
      make: () => selects(merge),
    }),
  ),
  ...product(
    listed,
    placesOf('syncNodeTags').filter(({ name }) => name !== 'with a query'),
    ([checks, inWords, change], place) => ({
      name: `${checks[0]}: ${inWords}, ${place.name}`,
      breaks: ['4.2#tags-now', '4.2#distinct'],
      caughtBy: checks,
      reachedBy: place.reachedBy,
      make: answeredAt('syncNodeTags', place, change),
    }),
  ),
  ...otherEgg.map(
    ([status, breaks, caughtBy]): Mutant => ({
      name: `${caughtBy}: another egg is answered with ${status}`,
      breaks: [breaks],
      caughtBy: [caughtBy],
      make: () =>
        instead('updateServerStartup', async (request, next) =>
          bodyOf(request)['egg_id'] === request.target.resources.otherEgg ? refusal(status) : next(request),
        ),
    }),
  ),
  {
    name: '4.2/answer: the node is answered instead of its tags',
    breaks: ['4.2#answer'],
    caughtBy: ['4.2/answer'],
    make: () =>
      answeredIn('syncNodeTags', isObject, (_, { target }) => ({
        object: 'node',
        attributes: { id: target.resources.node },
      })),
  },
]
