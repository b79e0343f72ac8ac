import { mapValues } from '../../../src/contract/index.ts'
import { answered, instead, isByUuid, refusal } from '../changes.ts'
import { attributesOf, dataOf, type JsonObject, replace, resources } from '../json.ts'
import { bodyOf, isGranted, type MakeMiddleware, type ProxyRequest, withBody } from '../messages.ts'
import { inPlaces, type Mutant, mutantsOf, rulesOf } from '../mutant.ts'
import { placesOf } from '../places.ts'
import { isForOther, toTwin } from '../subjects.ts'
import { taking } from './written.ts'

const idsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The ids in the body of a tag sync of the mock server. */
const selected = (request: ProxyRequest): readonly unknown[] => idsIn(bodyOf(request)['tag_ids'])

/** Changes the selection of a tag sync. `held` are the tags of the node so far. */
type Merge = (wanted: readonly unknown[], held: readonly unknown[]) => readonly unknown[]

const selecting = (merge: Merge): MakeMiddleware =>
  taking(
    { on: 'syncNodeTags', field: 'tag_ids', at: '' },
    (wanted, { last }) => merge(idsIn(wanted), idsIn(last)),
    'what is stored',
  )

const join: Merge = (wanted, held) => [...new Set([...held, ...wanted])]

const joinWhere =
  (fits: (...sets: Parameters<Merge>) => boolean): Merge =>
  (wanted, held) =>
    fits(wanted, held) ? join(wanted, held) : wanted

const joining = '4.2/replaces 4.2/tags-now: selected tags join the old ones'
const losing = '4.2/tags-now 4.2/replaces:'

/** Errors in the selection of tags. */
const merges: Readonly<Record<string, Merge>> = {
  [`${losing} the selection is ignored`]: () => [],
  [`${losing} one tag of several is lost`]: (wanted) => (wanted.length > 1 ? wanted.slice(1) : wanted),
  [`${losing} two tags are kept of more`]: (wanted) => wanted.slice(0, 2),
  [`${losing} a single tag is lost`]: (wanted) => (wanted.length === 1 ? [] : wanted),
  [`${losing} only the first sync counts`]: (wanted, held) => (held.length > 0 ? held : wanted),
  [joining]: join,
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
const losingEvery = (many: number): MakeMiddleware =>
  taking(
    { on: 'syncNodeTags', field: 'tag_ids', at: '' },
    (wanted, { last, times }) => (times % many === 0 ? last : wanted),
    'what is stored',
  )

const placesOfTags = placesOf('syncNodeTags').filter(({ name }) => name !== 'with a query')

/** Changes each tag of a list. */
const eachTag = (change: (tag: JsonObject) => void) => resources('tag', change, { place: 'top' })

/** Errors in the tags of the response. */
const listed = [
  ...rulesOf({ '4.2/tags-now: the last tag is not listed': (json) => void dataOf(json).pop() }, placesOfTags),
  ...rulesOf(
    { '4.2/tags-now: tags have other ids': eachTag((tag) => replace(tag, 'id', (id) => Number(id) + 1000)) },
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
  ...mutantsOf(
    {
      [`${losing} every fifth sync is lost`]: losingEvery(5),
      [`${losing} every seventh sync is lost`]: losingEvery(7),
    },
    { reachedBy: ['4.2/empties', '4.2/other-node', '5/sync-node-tags-refused-changes-nothing'] },
  ),
  ...mutantsOf({
    '4.2/other-node: a sync gives its tags to two nodes': () =>
      instead('syncNodeTags', async (request, next) => {
        if (isGranted(await next(request))) await next(toTwin(request, 'syncNodeTags'))
        // The counts of this response are those after the sync of the other node.
        return next(request)
      }),
    '4.2/other-node: a sync takes what it does not select from another node, too': () => {
      const held = new Map<string, readonly unknown[]>()
      return instead('syncNodeTags', async (request, next) => {
        const response = await next(request)
        if (!isGranted(response)) return response
        const twin = toTwin(request, 'syncNodeTags')
        const left = (held.get(twin.path) ?? []).filter((id) => selected(request).includes(id))
        held.set(request.path, selected(request)).set(twin.path, left)
        await next(withBody(twin, { tag_ids: left }))
        return response
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
      return instead('syncNodeTags', async (request, next) => {
        for (const id of selected(request)) held.add(id)
        return next(isForOther(request) ? withBody(request, { tag_ids: [...held] }) : request)
      })
    },
    '4.2/response: the node is answered instead of its tags': () =>
      answered('syncNodeTags', (_, { target }) => ({
        object: 'node',
        attributes: { id: target.resources.node },
      })),
  }),
  ...mutantsOf(
    {
      '4.2/tagless-accepts-any-egg: another egg is refused with 422 while the node has no tags': otherEgg(
        422,
        (_, isTagless) => isTagless,
      ),
    },
    { shows: 'granted it each time that the node had tags' },
  ),
  ...inPlaces(listed),
]
