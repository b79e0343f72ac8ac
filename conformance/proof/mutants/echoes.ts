import type { OperationId } from '../../../src/contract/index.ts'
import { asked, attributesOf, replace } from '../changes.ts'
import { bodyOf } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'

type Written = Extract<OperationId, 'updateNode' | 'updateServerStartup' | 'createUser'>

/** A field of a body, and its place in the response; written by hand from sections 4.1, 4.5 and 4.6. */
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

export const dashed = (field: string): string => field.replaceAll('_', '-')

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

const onOf: Readonly<Record<string, Written>> = {
  '4.1': 'updateNode',
  '4.5': 'updateServerStartup',
  '4.6': 'createUser',
}

/** A different value of the same type. */
const other = (value: unknown): unknown =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `x${String(value)}`

/** The response shows another value than was sent, in each place. */
const shown = product(
  echoed,
  // The first request of a run may have only one field.
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

/** Damage that servers do to texts. */
export const damages: Readonly<Record<string, (text: string) => string>> = {
  'letters outside ASCII become ?': (text) => text.replaceAll(/\P{ASCII}/gu, '?'),
  'letters outside ASCII are dropped': (text) => text.replaceAll(/\P{ASCII}/gu, ''),
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

/** Falsy values, which a server may treat as missing. */
const falsy: readonly (readonly [value: unknown, on: Written, fields: readonly string[]])[] = [
  [0, 'updateNode', ['memory', 'memory_overallocate', 'disk', 'disk_overallocate']],
  ['', 'updateNode', ['description']],
  ['', 'updateServerStartup', ['startup']],
  [false, 'updateNode', ['behind_proxy', 'maintenance_mode']],
]

/** A field that is never written, or only if its value is truthy. */
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
    // The run does not change the host name, and creates a new user each time.
    .filter(({ on, field }) => on !== 'createUser' && field !== 'fqdn')
    .map(({ on, field, check, clause }) => ({
      name: `${check}: only the first value is written`,
      breaks: [clause],
      caughtBy: [check],
      make: () => keepingOld(on, field, () => true),
    })),
]

/** Replaces some values of a field by the value that the field had before. */
export function keepingOld(on: Written, field: string, isLost: (value: unknown) => boolean) {
  let old: unknown
  return asked(on, (body) => {
    if (!Object.hasOwn(body, field)) return undefined
    if (old !== undefined && isLost(body[field])) return { ...body, [field]: old }
    old = body[field]
    return undefined
  })
}

/** Numbers and texts that exceed the storage of a server. */
const narrow: readonly Mutant[] = (
  [
    ['4.1/updates-memory', 'memory', 'has 31 bits', (value) => Math.min(2_147_483_647, Number(value))],
    ['4.1/updates-disk', 'disk', 'is a small float', (value) => Math.fround(Number(value))],
    ['4.1/updates-upload-size', 'upload_size', 'has 8 bits', (value) => Number(value) & 255],
    ['4.1/updates-upload-size', 'upload_size', 'is at most 1024', (value) => Math.min(1024, Number(value))],
    ['4.1/updates-daemon-listen', 'daemon_listen', 'has 15 bits', (value) => Math.min(32_767, Number(value))],
    [
      '4.1/updates-memory-overallocate',
      'memory_overallocate',
      'has no sign',
      (value) => Math.abs(Number(value)),
    ],
    ['4.1/updates-name', 'name', 'has 64 characters', (value) => String(value).slice(0, 64)],
    ['4.1/updates-description', 'description', 'has 4096', (value) => String(value).slice(0, 4096)],
    ['4.5/startup', 'startup', 'has single blanks', (value) => String(value).replaceAll(/ +/g, ' ')],
    ['4.1/updates-name', 'name', 'is a number', (value) => String(value).replace(/^0+(?=\d+$)/, '')],
    ['4.1/updates-name', 'name', 'has single blanks', (value) => String(value).replaceAll(/ +/g, ' ')],
    ['4.1/updates-description', 'description', 'has no tabs', (value) => String(value).replaceAll('\t', '')],
    [
      '4.1/updates-description',
      'description',
      'has no placeholders',
      (value) => String(value).replaceAll(/\{\{.*?\}\}/g, ''),
    ],
    [
      '4.1/updates-description',
      'description',
      'is empty for null',
      (value) => (value === 'null' ? '' : value),
    ],
    ['4.1/updates-description', 'description', 'is empty for 0', (value) => (value === '0' ? '' : value)],
    ['4.1/updates-disk', 'disk', 'has 32 bits', (value) => Math.min(4_294_967_295, Number(value))],
    ['4.1/updates-upload-size', 'upload_size', 'has 16 bits', (value) => Math.min(65_535, Number(value))],
    [
      '4.1/updates-daemon-listen',
      'daemon_listen',
      'is below 65535',
      (value) => Math.min(65_534, Number(value)),
    ],
    [
      '4.1/updates-disk-overallocate',
      'disk_overallocate',
      'has 7 bits',
      (value) => Math.min(127, Number(value)),
    ],
    ['4.5/startup', 'startup', 'has one line', (value) => String(value).replaceAll('\n', ' ')],
    ['4.5/startup', 'startup', 'has 1000 characters', (value) => String(value).slice(0, 1_000)],
    ['4.6/creates-first-name', 'first_name', 'is none for 0', (value) => (value === '0' ? 'None' : value)],
    ['4.6/creates-first-name', 'first_name', 'ends at a hyphen', (value) => String(value).split('-')[0]],
    [
      '4.6/creates-last-name',
      'last_name',
      'has one capital',
      (value) => String(value).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => letter.toLowerCase()),
    ],
    ['4.6/creates-username', 'username', 'has no hyphens', (value) => String(value).replaceAll('-', '_')],
    ['4.5/image', 'docker_image', 'has no digest', (value) => String(value).split('@')[0]],
    ['4.5/image', 'docker_image', 'is lower case', (value) => String(value).toLowerCase()],
    ['4.6/creates-username', 'username', 'has 20 characters', (value) => String(value).slice(0, 20)],
    ['4.6/creates-email', 'email', 'has no dots', (value) => String(value).replaceAll(/\.(?=.*@)/g, '')],
  ] as const satisfies readonly (readonly [string, string, string, (value: unknown) => unknown])[]
).map(([check, field, inWords, change]) => ({
  name: `${check}: what is kept of ${field} ${inWords}`,
  breaks: echoed.filter((each) => each.check === check).map(({ clause }) => clause),
  caughtBy: [check],
  make: () =>
    asked(onOf[check.slice(0, 3)] ?? 'updateNode', (body) =>
      Object.hasOwn(body, field) ? { ...body, [field]: change(body[field]) } : undefined,
    ),
}))

/** Fields that are only written together with others. */
const notAlone: readonly Mutant[] = echoed
  // The run sends the host name, the location and the fields of a new user only together with other fields.
  .filter(({ on, field }) => on !== 'createUser' && field !== 'fqdn' && field !== 'location_id')
  .map(({ on, field, check, clause }) => ({
    name: `${check}: ${field} is not written by itself`,
    breaks: [clause],
    caughtBy: [check],
    make: () => {
      let old: unknown
      return asked(on, (body) => {
        if (!Object.hasOwn(body, field)) return undefined
        if (old !== undefined && Object.keys(body).length === 1) return { [field]: old }
        old = body[field]
        return undefined
      })
    },
  }))

/** Removes the part of an e-mail address from the plus sign to the at sign. */
const withoutPlus: Mutant = {
  name: '4.6/creates-email: what follows a plus sign is dropped',
  breaks: ['4.6#creates-email'],
  caughtBy: ['4.6/creates-email'],
  make: () =>
    asked('createUser', (body) => ({ ...body, email: String(body['email']).replace(/\+[^@]*/, '') })),
}

export const echoes: readonly Mutant[] = [
  ...shown,
  ...texts,
  ...unwritten,
  ...narrow,
  ...notAlone,
  withoutPlus,
]
