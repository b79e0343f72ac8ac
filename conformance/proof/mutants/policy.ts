import { type OperationId, operations } from '../../../src/contract/index.ts'
import { kebab } from '../../checks/slug.ts'
import type { Credential } from '../../client/credentials.ts'
import { instead, refusal } from '../changes.ts'
import { type Answer, asBy, isBag, isGranted, type Layer } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Who must be refused at each operation, read from section 5 by hand. */
const mustBeRefused = {
  application: ['none', 'empty', 'garbage', 'altered', 'userClient'],
  admin: ['none', 'empty', 'garbage', 'altered', 'application', 'userClient'],
  client: ['none', 'empty', 'garbage', 'altered', 'application'],
} as const satisfies Record<string, readonly Credential[]>

/** Who must be granted each operation. */
const mustBeGranted = {
  application: ['application', 'rootClient'],
  admin: ['rootClient'],
  client: ['userClient'],
} as const

type Stranger = (typeof mustBeRefused)[keyof typeof mustBeRefused][number]

const words: Readonly<Record<Stranger, { slug: string; clause: (family: string) => string }>> = {
  none: { slug: 'no-header', clause: () => '5#bearer-header' },
  empty: { slug: 'empty-bearer', clause: () => '5#bearer-header' },
  garbage: { slug: 'garbage', clause: () => '5#unknown-token' },
  altered: { slug: 'altered-token', clause: () => '5#unknown-token' },
  application: { slug: 'application-token', clause: (family) => `5#${family}-refuses-application` },
  userClient: { slug: 'user-client-token', clause: (family) => `5#${family}-refuses-user-client` },
}

const takes = {
  application: { slug: 'application', clause: 'takes-application' },
  rootClient: { slug: 'root-client', clause: 'takes-root-client' },
  userClient: { slug: 'user-client', clause: 'takes-client' },
} as const

const ids = Object.keys(operations) as OperationId[]

/** Lets a stranger in at one operation: the request goes on with a token that is good there. */
const hole = (id: OperationId, stranger: Credential): Layer => {
  const [good] = mustBeGranted[operations[id].family]
  return (ask, next) => next(ask.operation === id && ask.credential === stranger ? asBy(ask, good) : ask)
}

/** Lets every stranger in at one operation: each of its checks has to fail, also those that come later. */
const openDoor = (id: OperationId): Layer => {
  const { family } = operations[id]
  return (ask, next) =>
    next(ask.operation === id && !isGood(family, ask.credential) ? asBy(ask, mustBeGranted[family][0]) : ask)
}

const isGood = (family: keyof typeof mustBeGranted, credential: Credential): boolean =>
  mustBeGranted[family].some((good) => good === credential)

/** Refuses a stranger by the status alone: what was asked for stands in the body all the same. */
const leak = (id: OperationId, stranger: Credential, body: (json: unknown) => unknown): Layer => {
  const enter = hole(id, stranger)
  return async (ask, next) => {
    const answer = await enter(ask, next)
    const isLeak = ask.operation === id && ask.credential === stranger && isGranted(answer)
    return isLeak ? { ...answer, status: 403, json: body(answer.json) } : answer
  }
}

/** Data in other clothes than the envelope of success. */
const inOtherClothes = (json: unknown): unknown =>
  isBag(json) && Array.isArray(json['data'])
    ? { error: 'forbidden', data: json['data'] }
    : { error: 'forbidden', attributes: isBag(json) ? json['attributes'] : {} }

/** Refusals that hold the resources in a wrapping of their own. */
const wrappings: Readonly<Record<string, (json: unknown) => unknown>> = {
  'a bare array': (json) => (isBag(json) ? json['data'] : json),
  'a wrapped list': (json) => ({ error: 'forbidden', debug: { result: json } }),
}

const wrappedLeaks = (['listServerBackups', 'listServerMounts', 'listHostDatabases'] as const).flatMap((id) =>
  Object.entries(wrappings).map(
    ([inWords, wrap]): Mutant => ({
      name: `policy: ${id} refuses garbage, but with ${inWords} of the data in the body`,
      breaks: ['5#unknown-token'],
      caughtBy: `5/${kebab(id)}-refuses-garbage`,
      shows: 'carries data all the same',
      make: () => leak(id, 'garbage', wrap),
    }),
  ),
)

/** The attributes of what was asked for, and nothing of the envelope. */
const flat = (json: unknown): unknown => {
  if (!isBag(json)) return json
  const { data } = json
  return Array.isArray(data)
    ? data.map((item) => (isBag(item) ? item['attributes'] : item))
    : json['attributes']
}

const flatLeaks = ids.flatMap((id) =>
  Object.entries({
    bare: flat,
    wrapped: (json: unknown) => ({ error: null, result: { found: flat(json) } }),
  }).map(
    ([how, wrap]): Mutant => ({
      name: `policy: ${id} refuses garbage, but with ${how} records in the body`,
      breaks: ['5#unknown-token'],
      caughtBy: `5/${kebab(id)}-refuses-garbage`,
      shows: 'carries data all the same',
      make: () => leak(id, 'garbage', wrap),
    }),
  ),
)

/** Knows its tokens, as it refuses all others, and answers in a form of its own. */
const foreignForms: Readonly<Record<string, (answer: Answer) => Answer>> = {
  'a page': ({ status }) => ({
    status,
    headers: { 'content-type': 'text/html' },
    text: '<title>It works</title>',
  }),
  'half an object': ({ status }) => ({ status, headers: {}, text: '{"object":"list","da' }),
  'another envelope': (answer) => ({ ...answer, json: { success: true, result: answer.json } }),
}

const foreign = Object.entries(foreignForms).map(
  ([inWords, change]): Mutant => ({
    name: `policy: listServerBackups answers ${inWords} to whom it lets in`,
    breaks: ['4.7#answer'],
    caughtBy: '4.7/answer',
    make: () =>
      instead('listServerBackups', async (ask, next) => {
        const answer = await next(ask)
        return isGranted(answer) ? change(answer) : answer
      }),
  }),
)

const redirect = (): Answer => ({ status: 302, headers: { location: '/auth/login' }, text: '' })

const holes = ids.flatMap((id) => {
  const { family } = operations[id]
  return mustBeRefused[family].flatMap((stranger): Mutant[] => {
    const { slug, clause } = words[stranger]
    const base = {
      breaks: [clause(family), ...(stranger === 'none' ? ['1#bearer-everywhere'] : [])],
      caughtBy: `5/${kebab(id)}-refuses-${slug}`,
    }
    return [
      {
        ...base,
        name: `policy: ${id} lets ${slug} in`,
        shows: 'was granted',
        make: () => hole(id, stranger),
      },
      {
        ...base,
        name: `policy: ${id} refuses ${slug}, but with the data in the body`,
        shows: 'carries data all the same',
        make: () => leak(id, stranger, inOtherClothes),
      },
    ]
  })
})

/** A family whose only token is refused everywhere: nothing tells a bad server from a bad token then. */
const isBeyondTelling = (id: OperationId): boolean => operations[id].family === 'client'

const refusals = ids
  .filter((id) => !isBeyondTelling(id))
  .flatMap((id) => {
    const { family } = operations[id]
    return mustBeGranted[family].map((token): Mutant => {
      const { slug, clause } = takes[token]
      const isPlain = token === mustBeGranted[family][0]
      return {
        name: `policy: ${id} refuses ${slug}`,
        breaks: [`5#${family}-${clause}`, ...(isPlain ? [`${operations[id].section}#answer`] : [])],
        // The kit asks with the first token of a family; where that is refused, the operation has no answer.
        caughtBy: isPlain ? `${operations[id].section}/answer` : `5/${kebab(id)}-takes-${slug}`,
        make: () => instead(id, async (ask, next) => (ask.credential === token ? refusal() : next(ask))),
      }
    })
  })

/** Grants a token for a while and then sends it to a login, as a session that runs out would. */
const runOut = ids.map((id): Mutant => {
  const { family } = operations[id]
  const [token] = mustBeGranted[family]
  const { slug, clause } = takes[token]
  return {
    name: `policy: ${id} redirects ${slug} to a login after a while`,
    breaks: [`5#${family}-${clause}`],
    caughtBy: `5/${kebab(id)}-takes-${slug}`,
    make: () => {
      let times = 0
      return instead(id, async (ask, next) => {
        if (ask.credential === token) times += 1
        return ask.credential === token && times > patience[id] ? redirect() : next(ask)
      })
    },
  }
})

/** How often the kit asks an operation before it tries tokens, when it looks at that alone. */
const patience: Readonly<Record<OperationId, number>> = {
  updateNode: 3,
  syncNodeTags: 1,
  importEgg: 2,
  listServerMounts: 1,
  updateServerStartup: 2,
  createUser: 2,
  listServerBackups: 1,
  listHostDatabases: 1,
}

/** Doors that stand open, judged by the last check that asks there. */
const openDoors = ids.map((id): Mutant => {
  const { family } = operations[id]
  const last = mustBeRefused[family].at(-1) ?? 'none'
  return {
    name: `policy: ${id} lets everybody in`,
    breaks: [words[last].clause(family)],
    caughtBy: `5/${kebab(id)}-refuses-${words[last].slug}`,
    shows: 'was granted',
    make: () => openDoor(id),
  }
})

export const policy: readonly Mutant[] = [
  ...openDoors,
  ...holes,
  ...refusals,
  ...runOut,
  ...flatLeaks,
  ...foreign,
  ...wrappedLeaks,
  ...(['listServerBackups', 'listServerMounts', 'listHostDatabases'] as const).map(
    (id): Mutant => ({
      name: `policy: ${id} refuses garbage by the status alone, envelope and all`,
      breaks: ['5#unknown-token'],
      caughtBy: `5/${kebab(id)}-refuses-garbage`,
      shows: 'was granted',
      make: () => leak(id, 'garbage', (json) => json),
    }),
  ),
]
