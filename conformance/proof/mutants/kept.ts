import { answered, attributesOf, replace, rerouted, resources } from '../changes.ts'
import {
  bodyOf,
  isGranted,
  isObject,
  type JsonObject,
  type MakeMiddleware,
  type ProxyRequest,
  withBody,
} from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, everywhere, type Place, placesOf } from '../places.ts'
import { damages } from './echoes.ts'

const some = (value: unknown): unknown =>
  typeof value === 'number'
    ? value + 1000
    : typeof value === 'boolean'
      ? !value
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, some(inner)]))
        : String(value).endsWith('00:00')
          ? '2001-02-03T04:05:06+00:00'
          : String(value ?? '').replace(/^.?/, (first) => (first === '9' ? '8' : '9'))

/** Fields that a request does not have and that a response shows changed. */
const unasked: readonly (readonly [
  on: 'updateNode' | 'updateServerStartup',
  check: string,
  fields: readonly string[],
])[] = [
  ['updateNode', '4.1/identity', ['uuid', 'public', 'created_at']],
  [
    'updateServerStartup',
    '4.5/identity',
    [
      ...['identifier', 'external_id', 'name', 'description', 'user', 'node', 'allocation', 'limits'],
      ...['feature_limits', 'created_at'],
    ],
  ],
]

/** No read shows a node before the run, so that a change in every response may be older than the run. */
const isTold = (on: string, { name }: Place): boolean =>
  on === 'updateServerStartup' || !['everywhere', 'in the first response'].includes(name)

const identities = unasked.flatMap(([on, check, fields]) =>
  product(
    fields,
    placesOf(on).filter((place) => isTold(on, place)),
    (field, place) => ({
      name: `${check}: ${field} is another, ${place.name}`,
      breaks: [check.replace('/', '#')],
      caughtBy: [check],
      reachedBy: place.reachedBy,
      shows: field,
      make: answeredAt(on, place, (json) => replace(attributesOf(json), field, some)),
    }),
  ),
)

/** Responses must show the resource of the path. */
const selves = (
  [
    ['updateNode', '4.1/same-node', '4.1#route', ['id']],
    ['importEgg', '4.3/same-egg', '4.3#same-egg', ['id']],
    ['updateServerStartup', '4.5/same-server', '4.5#same-server', ['id', 'uuid']],
  ] as const
).flatMap(([on, check, clause, fields]) =>
  product(fields, placesOf(on), (field, place) => ({
    name: `${check}: ${field} is another, ${place.name}`,
    breaks: [clause],
    caughtBy: [check],
    reachedBy: place.reachedBy,
    make: answeredAt(on, place, (json) => replace(attributesOf(json), field, some)),
  })),
)

/** All requests of an operation, and those with one kind of credential. */
const byCredential = (on: 'updateNode' | 'updateServerStartup'): readonly Place[] => [
  everywhere,
  ...placesOf(on).filter(({ name }) => name.startsWith('by ')),
]

/** Stores another value than the response shows. */
const shownOnly =
  (
    on: 'updateNode' | 'updateServerStartup',
    field: string,
    at: string,
    fits: (request: ProxyRequest) => boolean = () => true,
  ): MakeMiddleware =>
  () => {
    let first: unknown
    return async (request, next) => {
      const body = bodyOf(request)
      if (request.operation !== on || !Object.hasOwn(body, field) || !fits(request)) return next(request)
      first ??= body[field]
      const response = await next(withBody(request, { ...body, [field]: first }))
      if (isGranted(response) && isObject(response.json))
        replace(attributesOf(response.json), at, () => body[field])
      return response
    }
  }

/** Fields that the run changes, with their place in the response. */
const moved = {
  updateNode: [
    ...['name', 'description', 'location_id', 'scheme', 'behind_proxy', 'maintenance_mode'],
    ...[
      'memory',
      'memory_overallocate',
      'disk',
      'disk_overallocate',
      'upload_size',
      'daemon_sftp',
      'daemon_listen',
    ],
  ].map((field) => [field, field] as const),
  updateServerStartup: [
    ['startup', 'container.startup_command'],
    ['docker_image', 'container.image'],
    ['skip_scripts', 'container.skip_scripts'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

/** Shows a field of a body as it was sent, and does not store it. */
const neverStored =
  (on: 'updateNode' | 'updateServerStartup', field: string, at: string): MakeMiddleware =>
  () =>
  async (request, next) => {
    const { [field]: sent, ...others } = bodyOf(request)
    if (request.operation !== on || sent === undefined) return next(request)
    const response = await next(withBody(request, others))
    if (isGranted(response) && isObject(response.json))
      replace(attributesOf(response.json), at, (old) =>
        isObject(old) && isObject(sent) ? { ...old, ...sent } : sent,
      )
    return response
  }

const unstored: readonly Mutant[] = [
  ...['memory', 'disk', 'upload_size', 'daemon_sftp', 'daemon_listen', 'memory_overallocate'].map(
    (field): Mutant => ({
      name: `4.1/persists: ${field} is shown, never stored`,
      breaks: ['4.1#persists'],
      caughtBy: ['4.1/persists'],
      make: neverStored('updateNode', field, field),
    }),
  ),
  ...(['environment', 'skip_scripts'] as const).map(
    (field): Mutant => ({
      name: `4.5/persists: ${field} is shown, never stored`,
      breaks: ['4.5#persists'],
      caughtBy: ['4.5/persists'],
      make: neverStored('updateServerStartup', field, `container.${field}`),
    }),
  ),
]

const lost: readonly Mutant[] = [
  ...moved.updateNode.flatMap(([field, at]) =>
    byCredential('updateNode')
      // The run sends different values with each token for name and description only.
      .filter((place) => place === everywhere || ['name', 'description'].includes(field))
      .map(
        (place): Mutant => ({
          name: `4.1/persists: ${field} is shown, not stored, ${place.name}`,
          breaks: ['4.1#persists'],
          caughtBy: ['4.1/persists'],
          reachedBy: place.reachedBy,
          make: () => {
            const fits = place.make()
            return shownOnly('updateNode', field, at, (request) => fits(request, {}))()
          },
        }),
      ),
  ),
  ...moved.updateServerStartup.flatMap(([field, at]) =>
    byCredential('updateServerStartup').map(
      (place): Mutant => ({
        name: `4.5/persists: ${field} is shown, not stored, ${place.name}`,
        breaks: ['4.5#persists'],
        caughtBy: ['4.5/persists'],
        reachedBy: place.reachedBy,
        make: () => {
          const fits = place.make()
          return shownOnly('updateServerStartup', field, at, (request) => fits(request, {}))()
        },
      }),
    ),
  ),
  ...(['name', 'startup', 'all of it'] as const).map(
    (what): Mutant => ({
      name: `4.3/persists: ${what} is shown, not stored`,
      breaks: ['4.3#persists'],
      caughtBy: ['4.3/persists'],
      make: () => {
        let first: ProxyRequest | undefined
        return async (request, next) => {
          if (request.operation !== 'importEgg') return next(request)
          const response = await next(request)
          if (!isGranted(response)) return response
          first ??= request
          // Imports the first file again, or the new file with one field of the first.
          await next(
            what === 'all of it' ? first : { ...request, text: withOld(request.text, first.text, what) },
          )
          return response
        }
      },
    }),
  ),
]

/** A multipart body with one text of another file. */
function withOld(text: string, old: string, field: string): string {
  const value = (body: string) => new RegExp(`"${field}":"(?:[^"\\\\]|\\\\.)*"`).exec(body)?.[0] ?? ''
  return text.replace(value(text), () => value(old))
}

/** Changes the share file of an import. */
const otherFile =
  (change: (text: string, times: number) => string): MakeMiddleware =>
  () => {
    let times = 0
    return (request, next) => {
      if (request.operation !== 'importEgg') return next(request)
      times += 1
      return next({ ...request, text: change(request.text, times) })
    }
  }

const files: readonly Mutant[] = [
  ...(
    [
      ['the file is ignored', (text: string) => text.replaceAll(/Nestbox [ \w]*/g, 'As before')],
      ['only the first file counts', (text: string) => text.replaceAll(/Nestbox [ \w]*/g, 'Nestbox first')],
    ] as const
  ).map(([inWords, change]) => ({
    name: `4.3/from-file: ${inWords}`,
    breaks: ['4.3#from-file'],
    caughtBy: ['4.3/from-file'],
    make: otherFile(change),
  })),
  {
    name: '4.3/from-file: a file with the name that the egg has is ignored',
    breaks: ['4.3#from-file'],
    caughtBy: ['4.3/from-file'],
    make: () => {
      const nameIn = (text: string) => /"name":"[^"]*"/.exec(text)?.[0]
      let last: ProxyRequest | undefined
      return (request, next) => {
        if (request.operation !== 'importEgg') return next(request)
        if (!last || nameIn(last.text) !== nameIn(request.text)) last = request
        return next(last)
      }
    },
  },
  {
    name: '4.3/same-egg: every import makes a new egg',
    breaks: ['4.3#same-egg'],
    caughtBy: ['4.3/same-egg'],
    make: () => {
      let times = 900
      return answered('importEgg', (json) => {
        times += 1
        attributesOf(json)['id'] = times
      })
    },
  },
  {
    name: '4.3/same-egg: another egg is updated',
    breaks: ['4.3#same-egg'],
    caughtBy: ['4.3/same-egg'],
    make: () =>
      rerouted('importEgg', (path) =>
        path.replace(/eggs\/(\d+)/, (_, id) => `eggs/${id === '1' ? '2' : '1'}`),
      ),
  },
]

/** Texts of a share file that are shown damaged. */
const damagedFiles: readonly Mutant[] = Object.entries(damages)
  .filter(([inWords]) => !/quotes|cut off|lower case/.test(inWords))
  .flatMap(([inWords, damage]) =>
    (['name', 'description', 'startup'] as const).map(
      (field): Mutant => ({
        name: `4.3/whole-texts: of ${field}, ${inWords}`,
        breaks: ['4.3#from-file'],
        caughtBy: ['4.3/whole-texts'],
        make: () =>
          answered('importEgg', (json) =>
            replace(attributesOf(json), field, (value) =>
              typeof value === 'string' ? damage(value) : value,
            ),
          ),
      }),
    ),
  )

/** Removes a part of the kit's share file. */
const cutFile = (what: string, change: (json: JsonObject) => unknown): Mutant => ({
  name: `4.3/whole-texts: ${what}`,
  breaks: ['4.3#from-file'],
  caughtBy: ['4.3/whole-texts'],
  make: () => answered('importEgg', change),
})

/** Errors in parts of the kit's share file. */
const changedFiles: readonly Mutant[] = [
  cutFile('of name and description, ten characters are kept', (json) => {
    for (const field of ['name', 'description'])
      replace(attributesOf(json), field, (value) => (typeof value === 'string' ? value.slice(0, 10) : value))
  }),
  cutFile(
    'a default of "0" becomes empty',
    resources('egg_variable', (variable) => {
      if (variable['default_value'] === '0') variable['default_value'] = ''
    }),
  ),
  cutFile(
    '50 characters of the descriptions of variables are kept',
    resources('egg_variable', (variable) =>
      replace(variable, 'description', (text) => String(text).slice(0, 50)),
    ),
  ),
  cutFile('the first line of the description is kept', (json) =>
    replace(attributesOf(json), 'description', (text) => String(text).split('\n')[0]),
  ),
  cutFile('255 characters of startup are kept', (json) =>
    replace(attributesOf(json), 'startup', (text) => String(text).slice(0, 255)),
  ),
  cutFile(
    'variables are called as in the environment',
    resources('egg_variable', (variable) => {
      variable['name'] = variable['env_variable']
    }),
  ),
  {
    name: '2.5/types: no configuration files are []',
    breaks: ['2.5#config.files'],
    caughtBy: ['2.5/types'],
    reachedBy: ['4.3/from-file'],
    make: () =>
      answered('importEgg', (json) =>
        replace(attributesOf(json), 'config.files', (files) =>
          isObject(files) && Object.keys(files).length === 0 ? [] : files,
        ),
      ),
  },
]

/** Renames the server with each startup update. */
const renaming: Mutant = {
  name: '4.5/identity: the name is a new one after each update',
  breaks: ['4.5#identity'],
  caughtBy: ['4.5/identity'],
  make: () => {
    let updates = 0
    return async (request, next) => {
      const response = await next(request)
      if (request.operation === 'updateServerStartup' && isGranted(response)) updates += 1
      if (!isGranted(response)) return response
      const id = request.target.resources.server?.id
      // A granted response has an object.
      const json = response.json as JsonObject
      resources('server', (server) => {
        if (server['id'] === id) server['name'] = `Renamed ${updates}`
      })(json)
      resources('allocation', (allocation) => {
        if (allocation['server_id'] === id) allocation['server_name'] = `Renamed ${updates}`
      })(json)
      return response
    }
  },
}

/** Values of variables that affect more than the server that they were sent for. */
const spread: readonly Mutant[] = [
  {
    name: '4.5/identity: values become the defaults of the variables',
    breaks: ['4.5#identity'],
    caughtBy: ['4.5/identity'],
    reachedBy: ['4.5/persists'],
    make: () =>
      answered(
        'updateServerStartup',
        resources('server_variable', (variable) => {
          variable['default_value'] = variable['server_value']
        }),
      ),
  },
  {
    name: '4.5/others-unchanged: servers that were updated share one environment',
    breaks: ['4.5#path'],
    caughtBy: ['4.5/others-unchanged'],
    reachedBy: ['4.5/persists'],
    make: () => {
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
  },
]

export const kept: readonly Mutant[] = [
  ...changedFiles,
  ...spread,
  renaming,
  ...damagedFiles,
  ...identities,
  ...selves,
  ...lost,
  ...unstored,
  ...files,
]
