import { answered, attributesOf, dataOf, instead, refusal, refusedWhen } from '../changes.ts'
import { type Bag, bodyOf, isBag, isGranted, type Layer, withBody } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** The ids that a tag sync of the mock selects. */
const selected = (body: Bag): unknown[] => (Array.isArray(body['tag_ids']) ? body['tag_ids'] : [])

/** Changes which tags a sync selects. */
const selects =
  (change: (ids: unknown[]) => unknown[]): Layer =>
  (ask, next) =>
    ask.operation === 'syncNodeTags'
      ? next(withBody(ask, { tag_ids: change(selected(bodyOf(ask))) }))
      : next(ask)

/** Remembers which tags the node has by now, in its own way. */
const remembering = (merge: (held: unknown[], wanted: unknown[]) => unknown[]): Layer => {
  let held: unknown[] = []
  return selects((wanted) => {
    held = merge(held, wanted)
    return held
  })
}

/** Refuses a startup that brings an egg from elsewhere. */
const onlyOwnEgg = (answer: () => ReturnType<typeof refusal>): Layer =>
  instead('updateServerStartup', async (ask, next) =>
    bodyOf(ask)['egg_id'] === ask.target.resources.otherEgg ? answer() : next(ask),
  )

export const tags: readonly Mutant[] = [
  {
    name: 'tags: the selected tag is not there',
    breaks: ['4.2#tags-now'],
    caughtBy: '4.2/tags-now',
    make: () => answered('syncNodeTags', (json) => ({ ...json, data: [] })),
  },
  {
    name: 'tags: the answer has the tags from before',
    breaks: ['4.2#tags-now', '4.2#replaces'],
    caughtBy: '4.2/replaces',
    make: () => {
      let before: unknown[] = []
      return answered('syncNodeTags', (json) => {
        const now = dataOf(json)
        const answer = { ...json, data: before }
        before = now
        return answer
      })
    },
  },
  {
    name: 'tags: the selection is ignored',
    breaks: ['4.2#tags-now'],
    caughtBy: '4.2/tags-now',
    make: () => selects(() => []),
  },
  {
    name: 'tags: the answer has tags with other ids',
    breaks: ['4.2#tags-now'],
    caughtBy: '4.2/tags-now',
    make: () =>
      answered('syncNodeTags', (json) => {
        for (const tag of dataOf(json)) {
          attributesOf(tag)['id'] = Number(attributesOf(tag)['id']) + 1000
        }
      }),
  },
  {
    name: 'tags: selected tags join the old ones',
    breaks: ['4.2#replaces'],
    caughtBy: '4.2/replaces',
    make: () => remembering((held, wanted) => [...new Set([...held, ...wanted])]),
  },
  {
    name: 'tags: all tags there are come back',
    breaks: ['4.2#replaces', '4.2#tags-now'],
    caughtBy: '4.2/replaces',
    make: () => async (ask, next) =>
      ask.operation === 'syncNodeTags' && selected(bodyOf(ask)).length > 0
        ? next(withBody(ask, { tag_ids: ask.target.resources.tags }))
        : next(ask),
  },
  {
    name: 'tags: only the first sync of a node counts',
    breaks: ['4.2#replaces'],
    caughtBy: '4.2/replaces',
    make: () => remembering((held, wanted) => (held.length > 0 ? held : wanted)),
  },
  {
    name: 'tags: one of several tags is lost',
    breaks: ['4.2#replaces'],
    caughtBy: '4.2/replaces',
    make: () => selects((wanted) => (wanted.length > 1 ? wanted.slice(1) : wanted)),
  },
  {
    name: 'tags: a tag comes twice',
    breaks: ['4.2#replaces', '4.2#tags-now'],
    caughtBy: '4.2/replaces',
    make: () =>
      answered('syncNodeTags', (json) => ({ ...json, data: [...dataOf(json), ...dataOf(json).slice(0, 1)] })),
  },
  {
    name: 'tags: an empty selection changes nothing',
    breaks: ['4.2#empties'],
    caughtBy: '4.2/empties',
    make: () => remembering((held, wanted) => (wanted.length === 0 ? held : wanted)),
  },
  {
    name: 'tags: the last tag cannot be taken away',
    breaks: ['4.2#empties'],
    caughtBy: '4.2/empties',
    make: () => remembering((held, wanted) => (wanted.length === 0 ? held.slice(0, 1) : wanted)),
  },
  {
    name: 'tags: a selection of none is refused',
    breaks: ['4.2#empties'],
    caughtBy: '4.2/empties',
    shows: 'no tags is not answered',
    make: () => refusedWhen('syncNodeTags', (ask) => selected(bodyOf(ask)).length === 0),
  },
  {
    name: 'tags: a selection of several is refused',
    breaks: ['4.2#answer'],
    caughtBy: '4.2/answer',
    make: () => refusedWhen('syncNodeTags', (ask) => selected(bodyOf(ask)).length > 1),
  },
  {
    name: 'tags: a node without tags refuses an egg',
    breaks: ['4.2#tagless-accepts-any-egg'],
    caughtBy: '4.2/tagless-accepts-any-egg',
    make: () => onlyOwnEgg(() => refusal(422)),
  },
  {
    name: 'tags: a node without tags lets another egg pass, and does not take it',
    breaks: ['4.5#egg'],
    caughtBy: '4.5/egg',
    make: () => async (ask, next) => {
      const isOther =
        ask.operation === 'updateServerStartup' && bodyOf(ask)['egg_id'] === ask.target.resources.otherEgg
      return next(isOther ? withBody(ask, { ...bodyOf(ask), egg_id: ask.target.resources.egg }) : ask)
    },
  },
  {
    name: 'tags: a node without tags breaks down over another egg',
    breaks: ['4.2#tagless-accepts-any-egg'],
    caughtBy: '4.2/tagless-accepts-any-egg',
    make: () => onlyOwnEgg(() => ({ status: 500, headers: {}, text: 'Server Error' })),
  },
  {
    name: 'tags: the node is answered in the place of its tags',
    breaks: ['4.2#answer'],
    caughtBy: '4.2/answer',
    make: () => async (ask, next) => {
      const answer = await next(ask)
      if (ask.operation !== 'syncNodeTags' || !isGranted(answer) || !isBag(answer.json)) return answer
      return { ...answer, json: { object: 'node', attributes: { id: ask.target.resources.node } } }
    },
  },
]
