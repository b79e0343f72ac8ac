import { operations } from '../../../src/contract/index.ts'
import { answered, attributesOf, refusedWhen, remove, replace } from '../changes.ts'
import { bodyOf, isObject, withBody } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'
import { damages, dashed, keepingOld } from './echoes.ts'

/** Errors in the environment and the install-script behavior, by the field names of the mock server. */
const environment: readonly Mutant[] = [
  ...Object.entries({
    'is ignored': () => undefined,
    'loses 0': (value: string) => (value === '0' ? undefined : value),
    'loses its quotes': (value: string) => damages['quotes are dropped']?.(value),
    'is cut at the equals sign': (value: string) => value.split('=')[0],
    'is decoded as part of a URL': (value: string) => decodeURIComponent(value.replaceAll('+', ' ')),
    'loses zeros at its start': (value: string) => value.replace(/^0+(?=\d)/, ''),
    'is cut at 191 characters': (value: string) => value.slice(0, 191),
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

/** Errors in the response to the creation of a user. */
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

/** Operations that are refused when they are requested again. */
const onceOnly: readonly Mutant[] = (['updateNode', 'importEgg', 'createUser'] as const).map((id) => ({
  name: `${operations[id].section}/answer: it can be done once only`,
  breaks: [`${operations[id].section}#answer`],
  caughtBy: [`${operations[id].section}/answer`],
  make: () => refusedWhen(id, (_, times) => times > 1, 500),
}))

/** Removes `mounts` or `allocated_resources` from the response to a node update. */
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

/** Errors in parts of responses that are not fields of the request. */
export const answers: readonly Mutant[] = [...environment, ...created, ...included, ...onceOnly]
