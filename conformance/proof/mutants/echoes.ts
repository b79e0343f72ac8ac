import { type OperationId, operations } from '../../../src/contract/index.ts'
import { answered, asked, attributesOf, refusedWhen, remove, replace } from '../changes.ts'
import { bodyOf, isObject, withBody } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'

type Written = Extract<OperationId, 'updateNode' | 'updateServerStartup' | 'createUser'>

/** A field of a body, and where the response shows it. Read from sections 4.1, 4.5 and 4.6 by hand. */
interface Echoed {
  readonly on: Written
  readonly field: string
  readonly at: string
  readonly check: string
  readonly clause: string
}

const nodeFields = [
  ...['name', 'description', 'location_id', 'fqdn', 'scheme', 'behind_proxy', 'maintenance_mode', 'memory'],
  ...['memory_overallocate', 'disk', 'disk_overallocate', 'upload_size', 'daemon_sftp', 'daemon_listen'],
]

const dashed = (field: string): string => field.replaceAll('_', '-')

const echoed: readonly Echoed[] = [
  ...nodeFields.map((field) => ({
    on: 'updateNode' as const,
    field,
    at: field,
    check: `4.1/updates-${dashed(field)}`,
    clause: `4.1#updates-${field}`,
  })),
  ...(
    [
      ['startup', 'startup', 'container.startup_command'],
      ['egg_id', 'egg', 'egg'],
      ['docker_image', 'image', 'container.image'],
    ] as const
  ).map(([field, slug, at]) => ({
    on: 'updateServerStartup' as const,
    field,
    at,
    check: `4.5/${slug}`,
    clause: `4.5#${slug}`,
  })),
  ...['email', 'username', 'first_name', 'last_name'].map((field) => ({
    on: 'createUser' as const,
    field,
    at: field,
    check: `4.6/creates-${dashed(field)}`,
    clause: `4.6#creates-${field}`,
  })),
]

/** Another value of the same type. */
const other = (value: unknown): unknown =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `x${String(value)}`

/** The response shows another value than was sent, in each place. */
const shown = product(
  echoed,
  // The first request of a run may carry one field only.
  ({ on }) => placesOf(on).filter(({ name }) => name !== 'in the first response'),
  ({ on, field, at, check, clause }, place) => ({
    name: `${check}: another value is shown, ${place.name}`,
    breaks: [clause],
    caughtBy: [check],
    reachedBy: place.reachedBy,
    make: answeredAt(on, place, (json, request) => {
      if (Object.hasOwn(bodyOf(request), field)) replace(attributesOf(json), at, other)
    }),
  }),
)

/** What lazy servers make of a text. */
const damages: Readonly<Record<string, (text: string) => string>> = {
  'letters outside ASCII become ?': (text) => text.replaceAll(/[^\u0000-\u007F]/g, '?'),
  'letters outside ASCII are dropped': (text) => text.replaceAll(/[^\u0000-\u007F]/g, ''),
  'accents are folded': (text) => text.normalize('NFD').replaceAll(/\p{Mn}/gu, ''),
  'UTF-8 is read as Latin-1': (text) => Buffer.from(text, 'utf8').toString('latin1'),
  'emoji are dropped': (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, ''),
  'quotes are dropped': (text) => text.replaceAll('"', '').replaceAll("'", ''),
  'HTML is escaped': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
  'the last characters are cut off': (text) => text.slice(0, 30),
  'letters are lower case': (text) => text.toLowerCase(),
}

const isWordy = (field: string): boolean =>
  ['name', 'description', 'startup', 'first_name', 'last_name'].includes(field)

const texts = product(
  echoed.filter(({ field }) => isWordy(field)),
  Object.entries(damages),
  ({ on, field, check, clause }, [inWords, damage]) => ({
    name: `${check}: ${inWords}`,
    breaks: [clause],
    caughtBy: [check],
    shows: field === 'startup' ? 'startup_command' : field,
    make: () =>
      asked(on, (body) =>
        typeof body[field] === 'string' ? { ...body, [field]: damage(body[field]) } : undefined,
      ),
  }),
).map((mutant) => ({ ...mutant, isOnlyInFull: false }))

/** Values that a test for truth takes for none. */
const falsy: readonly (readonly [value: unknown, on: Written, fields: readonly string[]])[] = [
  [0, 'updateNode', ['memory', 'memory_overallocate', 'disk', 'disk_overallocate']],
  ['', 'updateNode', ['description']],
  ['', 'updateServerStartup', ['startup']],
  [false, 'updateNode', ['behind_proxy', 'maintenance_mode']],
]

/** A field that is never written, or not where its value is taken for none. */
const unwritten: readonly Mutant[] = [
  ...falsy.flatMap(([value, on, fields]) =>
    echoed
      .filter((each) => each.on === on && fields.includes(each.field))
      .map(({ field, check, clause }) => ({
        name: `${check}: ${JSON.stringify(value)} is not written`,
        breaks: [clause],
        caughtBy: [check],
        make: () => keepingOld(on, field, (sent) => sent === value),
      })),
  ),
  ...echoed
    // The run does not move these, and every user is another one.
    .filter(({ on, field }) => on !== 'createUser' && !['location_id', 'fqdn'].includes(field))
    .map(({ on, field, check, clause }) => ({
      name: `${check}: only the first value is written`,
      breaks: [clause],
      caughtBy: [check],
      make: () => keepingOld(on, field, () => true),
    })),
]

/** Sends the value that a field had before in the place of some values. */
function keepingOld(on: Written, field: string, isLost: (value: unknown) => boolean) {
  let old: unknown
  return asked(on, (body) => {
    if (!Object.hasOwn(body, field)) return undefined
    if (old !== undefined && isLost(body[field])) return { ...body, [field]: old }
    old = body[field]
    return undefined
  })
}

/** The environment and what install scripts do, by the names that the mock gives them. */
const environment: readonly Mutant[] = [
  ...Object.entries({
    'is ignored': () => undefined,
    'loses 0': (value: string) => (value === '0' ? undefined : value),
    'loses its quotes': (value: string) => damages['quotes are dropped']?.(value),
    'loses its emoji': (value: string) => damages['emoji are dropped']?.(value),
  }).map(
    ([inWords, change]): Mutant => ({
      name: `4.5/environment: the environment ${inWords}`,
      breaks: ['4.5#environment'],
      caughtBy: ['4.5/environment'],
      make: () => (request, next) => {
        const body = bodyOf(request)
        const sent = body['environment']
        if (request.operation !== 'updateServerStartup' || !isObject(sent)) return next(request)
        const kept = Object.entries(sent).flatMap(([name, value]) => {
          const now = change(String(value))
          return now === undefined ? [] : [[name, now]]
        })
        return next(withBody(request, { ...body, environment: Object.fromEntries(kept) }))
      },
    }),
  ),
  ...placesOf('updateServerStartup')
    .filter(({ name }) => ['everywhere', 'by id'].includes(name))
    .map(
      (place): Mutant => ({
        name: `4.5/environment: the values are not shown, ${place.name}`,
        breaks: ['4.5#environment'],
        caughtBy: ['4.5/environment'],
        make: answeredAt('updateServerStartup', place, (json) =>
          replace(attributesOf(json), 'container.environment', () => ({ OTHER: 'value' })),
        ),
      }),
    ),
  {
    name: '4.5/install-script: the install-script behavior is ignored',
    breaks: ['4.5#install-script'],
    caughtBy: ['4.5/install-script'],
    make: () => keepingOld('updateServerStartup', 'skip_scripts', () => true),
  },
  {
    name: '4.5/install-script: skip_scripts is always false',
    breaks: ['4.5#install-script'],
    caughtBy: ['4.5/install-script'],
    make: () =>
      answered('updateServerStartup', (json) =>
        replace(attributesOf(json), 'container.skip_scripts', () => false),
      ),
  },
]

/** Of a created user. */
const created: readonly Mutant[] = [
  ...product(
    ['image', 'servers_count', 'subuser_of_count', 'relationships.servers'],
    placesOf('createUser'),
    (path, place) => ({
      name: `4.6/no-nested-only: ${path} is there, ${place.name}`,
      breaks: ['4.6#no-nested-only'],
      caughtBy: ['4.6/no-nested-only'],
      reachedBy: place.reachedBy,
      make: answeredAt('createUser', place, (json) => {
        const attributes = attributesOf(json)
        if (path.includes('.')) attributes['relationships'] = { servers: { object: 'list', data: [] } }
        else attributes[path] = path === 'image' ? 'https://example.com/a.png' : 0
      }),
    }),
  ),
  ...(['id', 'uuid'] as const).map(
    (field): Mutant => ({
      name: `4.6/distinct: every user has the same ${field}`,
      breaks: ['4.6#distinct'],
      caughtBy: ['4.6/distinct'],
      shows: field,
      make: () => {
        let first: unknown
        return answered('createUser', (json) => {
          first ??= attributesOf(json)[field]
          attributesOf(json)[field] = first
        })
      },
    }),
  ),
]

/** What the operations are named after is refused the second time. */
const onceOnly: readonly Mutant[] = (['updateNode', 'importEgg', 'createUser'] as const).map((id) => ({
  name: `${operations[id].section}/answer: it can be done once only`,
  breaks: [`${operations[id].section}#answer`],
  caughtBy: [`${operations[id].section}/answer`],
  make: () => refusedWhen(id, (_, times) => times > 1, 500),
}))

/** Removes what was there of `mounts` and `allocated_resources` in the response of a node update. */
const included = product(
  ['mounts', 'allocated_resources'] as const,
  placesOf('updateNode'),
  (field, place) => ({
    name: `4.1/${dashed(field)}: it is absent, ${place.name}`,
    breaks: [`4.1#${dashed(field)}`, `2.2#${field}`],
    caughtBy: [`4.1/${dashed(field)}`],
    reachedBy: place.reachedBy,
    make: answeredAt('updateNode', place, (json) => remove(attributesOf(json), field)),
  }),
)

export const echoes: readonly Mutant[] = [
  ...shown,
  ...texts,
  ...unwritten,
  ...environment,
  ...created,
  ...included,
  ...onceOnly,
]

