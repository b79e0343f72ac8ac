import type { OperationId } from '../../../src/contract/index.ts'
import { asked, attributesOf, replace } from '../changes.ts'
import { bodyOf } from '../messages.ts'
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
    // The run does not move the host name, and every user is another one.
    .filter(({ on, field }) => on !== 'createUser' && field !== 'fqdn')
    .map(({ on, field, check, clause }) => ({
      name: `${check}: only the first value is written`,
      breaks: [clause],
      caughtBy: [check],
      make: () => keepingOld(on, field, () => true),
    })),
]

/** Sends the value that a field had before in the place of some values. */
export function keepingOld(on: Written, field: string, isLost: (value: unknown) => boolean) {
  let old: unknown
  return asked(on, (body) => {
    if (!Object.hasOwn(body, field)) return undefined
    if (old !== undefined && isLost(body[field])) return { ...body, [field]: old }
    old = body[field]
    return undefined
  })
}

/** What a column that is too small makes of a value. */
const tooSmall: readonly (readonly [field: string, inWords: string, change: (value: never) => unknown])[] = [
  ['memory', 'it is kept in 31 bits', (value: number) => Math.min(value, 2 ** 31 - 1)],
  ['disk', 'it is kept as a float of 32 bits', Math.fround],
  ['daemon_listen', 'it is kept in 15 bits', (value: number) => Math.min(value, 32_767)],
  ['daemon_sftp', 'it is kept in 15 bits', (value: number) => Math.min(value, 32_767)],
  ['upload_size', 'it is kept in 8 bits', (value: number) => value & 255],
  ['upload_size', 'it is 1024 at the most', (value: number) => Math.min(value, 1024)],
  ['memory_overallocate', 'its sign is lost', Math.abs],
  ['disk_overallocate', 'its sign is lost', Math.abs],
  ['name', '64 characters are kept', (value: string) => value.slice(0, 64)],
  ['description', '4096 characters are kept', (value: string) => value.slice(0, 4096)],
]

const cutValues: readonly Mutant[] = tooSmall.map(([field, inWords, change]) => ({
  name: `4.1/updates-${dashed(field)}: ${inWords}`,
  breaks: [`4.1#updates-${field}`],
  caughtBy: [`4.1/updates-${dashed(field)}`],
  make: () =>
    // Each change is for the type that its field has.
    asked('updateNode', (body) =>
      body[field] === undefined ? undefined : { ...body, [field]: change(body[field] as never) },
    ),
}))

/** What becomes of the address and the name of a user. */
const people: readonly Mutant[] = (
  [
    ['email', 'what follows a plus sign is dropped', (text: string) => text.replace(/\+[^@]*/, '')],
    ['email', 'dots before @ are dropped', (text: string) => text.replaceAll(/\.(?=.*@)/g, '')],
    ['username', 'twenty characters are kept', (text: string) => text.slice(0, 20)],
  ] as const
).map(([field, inWords, change]) => ({
  name: `4.6/creates-${field}: ${inWords}`,
  breaks: [`4.6#creates-${field}`],
  caughtBy: [`4.6/creates-${field}`],
  make: () => asked('createUser', (body) => ({ ...body, [field]: change(String(body[field])) })),
}))

export const echoes: readonly Mutant[] = [...shown, ...texts, ...unwritten, ...cutValues, ...people]
