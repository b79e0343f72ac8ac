import { operations } from '../../../src/contract/index.ts'
import { alsoSent, answered, attributesOf, isByUuid, replace, requeried, resources } from '../changes.ts'
import { bodyOf, withBody, withOnly } from '../messages.ts'
import { type Mutant, mutant } from '../mutant.ts'
import { isForOther, namedTwice, namesOf, subjects, toTwin } from '../subjects.ts'

type Written = 'updateNode' | 'updateServerStartup' | 'importEgg'

/** The checks that may find what a write to another resource does to this one. */
const seenBy = (on: Written): readonly string[] => {
  const { section } = operations[on]
  return [
    `${section}/others-unchanged`,
    `${section}/persists`,
    ...(on === 'importEgg' ? [] : [`${section}/identity`]),
    ...(on === 'updateNode' ? ['4.1/other-node'] : []),
  ]
}

/** One field of a write to the other resource of the target is written to this one as well. */
const leaking = (
  [
    ['updateNode', ['description', 'scheme', 'memory', 'disk', 'upload_size', 'daemon_listen']],
    ['updateServerStartup', ['startup', 'docker_image', 'skip_scripts']],
  ] as const
).flatMap(([on, fields]) =>
  fields.map((field) =>
    mutant(
      seenBy(on),
      `\`${field}\` of the other ${subjects[on].noun} is written to this one`,
      () => alsoSent(on, (request) => (isForOther(request) ? withOnly(toTwin(request, on), [field]) : [])),
      { reachedBy: [`${operations[on].section}/answer`] },
    ),
  ),
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

/** The UUID of the other resource names this one. */
const misnamed = namedTwice
  .filter((on): on is 'listServerMounts' | 'updateServerStartup' => on in subjects)
  .map((on) =>
    mutant(
      on === 'listServerMounts' ? ['4.4/mounted-agrees', '4.4/same-server'] : ['4.5/same-server'],
      'the UUID of the other server names this one',
      () => (request, next) =>
        next(
          request.operation === on && isForOther(request) && isByUuid(request)
            ? toTwin(request, on)
            : request,
        ),
      { reachedBy: [`${operations[on].section}/answer`] },
    ),
  )

/** The first update resets a field, whatever it sends: later ones change nothing more. */
const resetOnce = mutant(
  ['4.1/identity', '4.1/persists'],
  'the first update of each node resets `public`',
  () => {
    const updated = new Set<unknown>()
    return answered('all', (json, request) => {
      if (request.operation === 'updateNode') updated.add(attributesOf(json)['id'])
      resources('node', (node) => {
        if (updated.has(node['id'])) replace(node, 'public', () => false)
      })(json)
    })
  },
  { reachedBy: ['4.4/answer', '4.1/others-unchanged', '4.1/other-node'] },
)

/** Resources that are shown in two ways. */
const contradicted: readonly Mutant[] = [
  mutant('2.1/one-resource', 'a database names its server otherwise than the server', () =>
    answered(
      'listHostDatabases',
      resources('database', (database) => replace(database, 'server.name', () => 'Server 99')),
    ),
  ),
  mutant('4.1/persists', 'an update of the memory alone resets the disk', () =>
    alsoSent('updateNode', (request) => {
      const body = bodyOf(request)
      return 'memory' in body && !('disk' in body) ? [withBody(request, { disk: 50_000 })] : []
    }),
  ),
  mutant(
    '4.7/per-page',
    'pages of ten hold five',
    () =>
      requeried('listServerBackups', (query) => {
        if (query.get('per_page') === '10') query.set('per_page', '5')
      }),
    { reachedBy: ['4.7/pages-partition'] },
  ),
]

/** Errors that only another resource, or another response, shows. */
export const beyondPath: readonly Mutant[] = [
  ...leaking,
  ...leakingEggs,
  ...misnamed,
  resetOnce,
  ...contradicted,
]
