import { valueAt } from '../../../src/contract/index.ts'
import { alsoSent, answered, everyField } from '../changes.ts'
import { attributesOf, fieldOf, isObject, replace } from '../json.ts'
import { bodyOf, type ProxyRequest, withBody, withOnly } from '../messages.ts'
import { checksOf, type Mutant, mutant, mutantsOf } from '../mutant.ts'
import { isForOther, namesOf, subjectOf, toTwin } from '../subjects.ts'

type Written = 'updateNode' | 'updateServerStartup' | 'importEgg'

/** Copies of a request for other resources than that of its path. */
type Copies = (request: ProxyRequest) => readonly ProxyRequest[]

/** From the other resource of the target to this one. */
const toThis =
  (on: Written): Copies =>
  (request) =>
    isForOther(request) ? [toTwin(request, on)] : []

/** From the resource of the target to those with small ids, without the other one if it is spared. */
const toOthers =
  (on: Written, isOtherSpared = false): Copies =>
  (request) => {
    const { own, other } = subjectOf(on)
    const [id = ''] = namesOf(request, own)
    const left = [id, ...(isOtherSpared ? namesOf(request, other) : [])]
    return ['1', '2', '3', '4', '5', '6', '7']
      .filter((each) => request.path.includes(`/${id}`) && !left.includes(each))
      .map((each) => ({ ...request, path: request.path.replace(`/${id}`, `/${each}`) }))
  }

/** A granted write is also done, as a whole or some of its fields, to other resources of the kind. */
const spilling = (
  on: Written,
  inWords: string,
  copies: Copies,
  fields?: readonly string[],
  checks = checksOf(on, 'others-unchanged'),
): Mutant =>
  mutant(
    checks,
    inWords,
    () => alsoSent(on, (request) => copies(request).flatMap((copy) => withOnly(copy, fields))),
    { reachedBy: [...checksOf(on, 'response'), '4.4/response'] },
  )

/** The checks that may find the effect of a write to another resource on this one. */
const seenBy = (on: Written): readonly string[] => [
  ...checksOf(on, 'others-unchanged', 'persists'),
  ...(on === 'importEgg' ? [] : checksOf(on, 'identity')),
  ...checksOf(on, 'other-node'),
]

const fields = {
  updateNode: ['name', 'description', 'scheme', 'memory', 'disk', 'upload_size', 'daemon_listen'],
  updateServerStartup: ['startup', 'docker_image', 'skip_scripts'],
}

const toOthersAsWell = 'of a write is done to others as well'

const spilled = [
  ...(['updateNode', 'updateServerStartup'] as const).flatMap((on) =>
    fields[on].map((field) => {
      const inWords = `\`${field}\` of the other ${subjectOf(on).noun} is written to this one`
      return spilling(on, inWords, toThis(on), [field], seenBy(on))
    }),
  ),
  ...(['updateNode', 'importEgg', 'updateServerStartup'] as const).map((on) =>
    spilling(on, 'a write is done to others as well', toOthers(on)),
  ),
  spilling('updateNode', `memory and disk ${toOthersAsWell}`, toOthers('updateNode', true), [
    'memory',
    'disk',
  ]),
  spilling('updateServerStartup', `the image ${toOthersAsWell}`, toOthers('updateServerStartup', true), [
    'docker_image',
  ]),
]

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
      fieldOf('egg', field, (value, { id }) => (String(id) === own ? other : value))(json)
    })
  }),
)

/** Resources that an update resets, or that are shown in two ways. */
const contradicted = [
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
          fieldOf('server', 'container.environment', (value, server) =>
            updated.has(server['id']) && isObject(shared) ? shared : value,
          )(json)
        })
      },
      '4.5/others-unchanged: servers that no mount shows share one command': () => {
        let shared: unknown
        return answered('all', (json, { operation }) => {
          if (operation === 'listServerMounts') json['data'] = []
          if (operation === 'updateServerStartup')
            shared = valueAt(json, 'attributes.container.startup_command')
          fieldOf('server', 'container.startup_command', (value) => shared ?? value)(json)
        })
      },
      '4.5/identity: values become the defaults of the variables': () =>
        everyField('server_variable', 'default_value', (_, { server_value }) => server_value, {
          on: 'updateServerStartup',
        }),
    },
    { reachedBy: ['4.5/persists'] },
  ),
  ...mutantsOf({
    '4.1/identity 4.1/persists: the first update of each node resets `public`': {
      reachedBy: ['4.4/response', '4.1/others-unchanged', '4.1/other-node'],
      make: () => {
        const updated = new Set<unknown>()
        return answered('all', (json, request) => {
          if (request.operation === 'updateNode') updated.add(attributesOf(json)['id'])
          fieldOf('node', 'public', (value, { id }) => !updated.has(id) && value)(json)
        })
      },
    },
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
      everyField('database', 'server.name', () => 'Server 99'),
  }),
]

/** Errors that only another resource, or another response, shows. */
export const beyondPath: readonly Mutant[] = [...spilled, ...leakingEggs, ...contradicted]
