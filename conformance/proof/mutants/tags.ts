import { mapValues } from '../../../src/contract/index.ts'
import { alsoSent, answered, instead, isByUuid, refusal, rewritten } from '../changes.ts'
import { attributesOf, dataOf, fieldOf } from '../json.ts'
import { bodyOf, isGranted, type MakeMiddleware, type ProxyRequest, withBody } from '../messages.ts'
import { inPlaces, type Mutant, mutantsOf, rulesOf } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { isForOther, toTwin } from '../subjects.ts'
import { taking } from './written.ts'

type Ids = readonly unknown[]

const idsIn = (value: unknown): Ids => (Array.isArray(value) ? value : [])

/** The ids in the body of a tag sync of the mock server. */
const selected = (request: ProxyRequest): Ids => idsIn(bodyOf(request)['tag_ids'])

/** Changes the selection of a tag sync. `held` are the tags of the node so far, and `times` counts the syncs. */
type Merge = (wanted: Ids, held: Ids, times: number) => Ids

const selecting = (merge: Merge): MakeMiddleware =>
  taking(
    { on: 'syncNodeTags', field: 'tag_ids', at: '' },
    (wanted, { last, times }) => merge(idsIn(wanted), idsIn(last), times),
    'what is stored',
  )

const joinWhere =
  (fits: (wanted: Ids, held: Ids) => boolean): Merge =>
  (wanted, held) =>
    fits(wanted, held) ? [...new Set([...held, ...wanted])] : wanted

const joining = '4.2/replaces 4.2/tags-now: selected tags join the old ones'
const losing = '4.2/tags-now 4.2/replaces:'

/** Errors in the selection of tags. */
const merges: Readonly<Record<string, Merge>> = {
  [`${losing} the selection is ignored`]: () => [],
  [`${losing} one tag of several is lost`]: (wanted) => (wanted.length > 1 ? wanted.slice(1) : wanted),
  [`${losing} two tags are kept of more`]: (wanted) => wanted.slice(0, 2),
  [`${losing} a single tag is lost`]: (wanted) => (wanted.length === 1 ? [] : wanted),
  [`${losing} only the first sync counts`]: (wanted, held) => (held.length > 0 ? held : wanted),
  [joining]: joinWhere(() => true),
  [`${joining} where one is selected`]: joinWhere((wanted) => wanted.length === 1),
  [`${joining} where several are selected`]: joinWhere((wanted) => wanted.length > 1),
  [`${joining} where several are selected, one of them again`]: joinWhere(
    (wanted, held) => wanted.length > 1 && wanted.some((id) => held.includes(id)),
  ),
  '4.2/empties: an empty selection changes nothing': (wanted, held) => (wanted.length === 0 ? held : wanted),
  '4.2/empties: the last tag cannot be taken away': (wanted, held) =>
    wanted.length === 0 ? held.slice(0, 1) : wanted,
}

/** At regular intervals, a sync stores the tags of the sync before. */
const losingEvery = (many: number) => ({
  reachedBy: ['4.2/empties', '4.2/other-node', '5/sync-node-tags-refused-changes-nothing'],
  make: selecting((wanted, held, times) => (times % many === 0 ? held : wanted)),
})

const placesOfTags = placesOf('syncNodeTags').filter(({ name }) => name !== 'with a query')

/** Errors in the tags of the response. */
const listed = [
  ...rulesOf({ '4.2/tags-now: the last tag is not listed': (json) => void dataOf(json).pop() }, placesOfTags),
  ...rulesOf(
    { '4.2/tags-now: tags have other ids': fieldOf('tag', 'id', (id) => Number(id) + 1000) },
    // Other tags in one response alone may be those of another client.
    placesOfTags.filter(({ name }) => name !== 'in the first response'),
  ),
]

/** Refuses another egg for the server in some of the requests. */
const otherEgg =
  (status: number, fits: (request: ProxyRequest, isTagless: boolean) => boolean): MakeMiddleware =>
  () => {
    let isTagless = false
    return async (request, next) => {
      const { otherEgg: egg, node } = request.target.resources
      if (request.operation === 'syncNodeTags' && request.path.includes(`/nodes/${node}/`))
        isTagless = selected(request).length === 0
      const isMeant = request.operation === 'updateServerStartup' && bodyOf(request)['egg_id'] === egg
      return isMeant && fits(request, isTagless) ? refusal(status) : next(request)
    }
  }

export const tags: readonly Mutant[] = [
  ...mutantsOf({
    [`${losing} every fifth sync is lost`]: losingEvery(5),
    [`${losing} every seventh sync is lost`]: losingEvery(7),
    '4.2/other-node: a sync gives its tags to two nodes': () =>
      instead('syncNodeTags', async (request, next) => {
        if (isGranted(await next(request))) await next(toTwin(request, 'syncNodeTags'))
        // The counts of this response are those after the sync of the other node.
        return next(request)
      }),
    '4.2/other-node: a sync takes what it does not select from another node, too': () => {
      const held = new Map<string, readonly unknown[]>()
      return alsoSent('syncNodeTags', (request) => {
        const twin = toTwin(request, 'syncNodeTags')
        const left = (held.get(twin.path) ?? []).filter((id) => selected(request).includes(id))
        held.set(request.path, selected(request)).set(twin.path, left)
        return [withBody(twin, { tag_ids: left })]
      })
    },
    ...mapValues(merges, selecting),
    '4.2/tagless-accepts-any-egg: another egg is answered with 500': otherEgg(500, () => true),
    '4.2/tagless-accepts-any-egg: another egg is refused where the server is named by UUID': otherEgg(
      422,
      isByUuid,
    ),
    '4.2/distinct: a tag that is selected twice is listed twice': () =>
      answered('syncNodeTags', (json, request) => {
        const tagOf = (id: unknown) => dataOf(json).find((tag) => attributesOf(tag)['id'] === id)
        const data = selected(request).map(tagOf)
        return { ...json, data: data.includes(undefined) ? dataOf(json) : data }
      }),
    '4.2/tags-now: the very same tags synced again are shown as none': () => {
      let last = ''
      return answered('syncNodeTags', (json, request) => {
        const isAgain = last === request.path + request.text && dataOf(json).length > 0
        last = request.path + request.text
        return isAgain ? { ...json, data: [] } : json
      })
    },
    '4.2/other-node: the tags of all nodes are kept in one set': () => {
      const held = new Set<unknown>()
      return rewritten('syncNodeTags', (request) => {
        for (const id of selected(request)) held.add(id)
        return isForOther(request) ? withBody(request, { tag_ids: [...held] }) : request
      })
    },
    '4.2/response: the node is answered instead of its tags': () =>
      answered('syncNodeTags', (_, { target }) => ({
        object: 'node',
        attributes: { id: target.resources.node },
      })),
    '4.2/tagless-accepts-any-egg: another egg is refused with 422 while the node has no tags': {
      shows: 'granted it each time that the node had tags',
      make: otherEgg(422, (_, isTagless) => isTagless),
    },
  }),
  ...inPlaces(listed),
]
