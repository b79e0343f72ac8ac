import { operations } from '../../../src/contract/index.ts'
import { alsoSent, answered, attributesOf, replace, resources } from '../changes.ts'
import { bodyOf, isObject, type MakeMiddleware, withBody, withOnly } from '../messages.ts'
import { type Mutant, mutant, mutantsOf } from '../mutant.ts'
import { isForOther, namesOf, subjects, toTwin } from '../subjects.ts'

type Written = 'updateNode' | 'updateServerStartup' | 'importEgg'

/** A granted write is also done, as a whole or some of its fields, to other resources of the kind. */
interface Spill {
  readonly on: Written
  readonly fields?: readonly string[]
  readonly inWords: string
  readonly checks: readonly string[]
  /** From the resource of the target to all others, or to those that it does not name; or from its twin to it. */
  readonly to: 'all others' | 'unnamed ones' | 'this one'
}

const spilling =
  ({ on, fields, to }: Spill): MakeMiddleware =>
  () =>
    alsoSent(on, (request) => {
      const copies = fields ? withOnly(request, fields) : [request]
      if (to === 'this one') return isForOther(request) ? copies.map((copy) => toTwin(copy, on)) : []
      const { own, other } = subjects[on]
      const [id = ''] = namesOf(request, own)
      const left = [id, ...(to === 'unnamed ones' ? namesOf(request, other) : [])]
      if (!request.path.includes(`/${id}`)) return []
      return ['1', '2', '3', '4', '5', '6', '7']
        .filter((each) => !left.includes(each))
        .flatMap((each) =>
          copies.map((copy) => ({ ...copy, path: request.path.replace(`/${id}`, `/${each}`) })),
        )
    })

const unchanged = (on: Written): string => `${operations[on].section}/others-unchanged`

/** The checks that may find what a write to another resource does to this one. */
const seenBy = (on: Written): readonly string[] => {
  const { section } = operations[on]
  return [
    ...[unchanged(on), `${section}/persists`],
    ...(on === 'importEgg' ? [] : [`${section}/identity`]),
    ...(on === 'updateNode' ? ['4.1/other-node'] : []),
  ]
}

const leaking = (on: Written, fields: readonly string[]) =>
  fields.map(
    (field): Spill => ({
      ...{ on, fields: [field], to: 'this one', checks: seenBy(on) },
      inWords: `\`${field}\` of the other ${subjects[on].noun} is written to this one`,
    }),
  )

const toOthers = (on: Written, what = '', fields?: readonly string[]): Spill => ({
  ...{ on, ...(fields && { fields }), to: fields ? 'unnamed ones' : 'all others', checks: [unchanged(on)] },
  inWords: `${what}a write is done to others as well`,
})

const spilled = [
  ...leaking('updateNode', [
    'name',
    'description',
    'scheme',
    'memory',
    'disk',
    'upload_size',
    'daemon_listen',
  ]),
  ...leaking('updateServerStartup', ['startup', 'docker_image', 'skip_scripts']),
  ...(['updateNode', 'importEgg', 'updateServerStartup'] as const).map((on) => toOthers(on)),
  toOthers('updateNode', 'memory and disk of ', ['memory', 'disk']),
  toOthers('updateServerStartup', 'the image of ', ['docker_image']),
].map((spill) =>
  mutant(spill.checks, spill.inWords, spilling(spill), {
    reachedBy: [`${operations[spill.on].section}/answer`, '4.4/answer'],
  }),
)

/** Fields of an egg that an import into the other egg writes to this one as well. */
const leakingEggs = ['description', 'features', 'config.stop', 'script.entry'].map((field) =>
  mutant(seenBy('importEgg'), `\`${field}\` of the other egg is shown in this one`, () => {
    let other: unknown
    return answered('all', (json, request) => {
      const [own] = namesOf(request, 'egg')
      if (request.operation === 'importEgg') {
        if (isForOther(request)) replace(attributesOf(json), field, (value) => (other = value))
        else other = undefined
      }
      if (other === undefined) return
      resources('egg', (egg) => {
        if (String(egg['id']) === own) replace(egg, field, () => other)
      })(json)
    })
  }),
)

/** Resources that an update resets, or that are shown in two ways. */
const contradicted = [
  ...mutantsOf(
    {
      '4.1/identity 4.1/persists: the first update of each node resets `public`': () => {
        const updated = new Set<unknown>()
        return answered('all', (json, request) => {
          if (request.operation === 'updateNode') updated.add(attributesOf(json)['id'])
          resources('node', (node) => {
            if (updated.has(node['id'])) replace(node, 'public', () => false)
          })(json)
        })
      },
    },
    { reachedBy: ['4.4/answer', '4.1/others-unchanged', '4.1/other-node'] },
  ),
  ...mutantsOf(
    {
      '4.5/others-unchanged: servers that were updated share one environment': () => {
        const updated = new Set<unknown>()
        let shared: unknown
        return answered('all', (json, request) => {
          const { id, container } = attributesOf(json)
          if (request.operation === 'updateServerStartup' && isObject(container)) {
            updated.add(id)
            if (id === request.target.resources.server?.id) shared = container['environment']
          }
          resources('server', (server) => {
            if (updated.has(server['id']) && isObject(shared))
              replace(server, 'container.environment', () => shared)
          })(json)
        })
      },
      '4.5/identity: values become the defaults of the variables': () =>
        answered(
          'updateServerStartup',
          resources('server_variable', (variable) => {
            variable['default_value'] = variable['server_value']
          }),
        ),
    },
    { reachedBy: ['4.5/persists'] },
  ),
  ...mutantsOf({
    '4.1/persists: an update of the memory alone resets the disk': () =>
      alsoSent('updateNode', (request) => {
        const body = bodyOf(request)
        return 'memory' in body && !('disk' in body) ? [withBody(request, { disk: 50_000 })] : []
      }),
    '4.5/persists: another egg is shown once and gone': () =>
      alsoSent('updateServerStartup', (request) => {
        const { egg, otherEgg } = request.target.resources
        const body = bodyOf(request)
        return body['egg_id'] === otherEgg ? [withBody(request, { ...body, egg_id: egg })] : []
      }),
    '2.1/one-resource: a database names its server otherwise than the server': () =>
      answered(
        'listHostDatabases',
        resources('database', (database) => replace(database, 'server.name', () => 'Server 99')),
      ),
  }),
]

/** Errors that only another resource, or another response, shows. */
export const beyondPath: readonly Mutant[] = [...spilled, ...leakingEggs, ...contradicted]
