import {
  answered,
  attributesOf,
  everyResource,
  isByUuid,
  refusedWhen,
  relationshipsOf,
  replace,
  rerouted,
} from '../changes.ts'
import { type Ask, type Bag, bodyOf, isBag, isGranted, type MakeLayer, withBody } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Changes the server that a startup update answers with; `times` counts updates from one. */
const answeredServer =
  (change: (attributes: Bag, times: number, ask: Ask) => void): MakeLayer =>
  () => {
    let times = 0
    return answered('updateServerStartup', (json, ask) => {
      times += 1
      change(attributesOf(json), times, ask)
    })
  }

/** The three fields of the body, each with where the answer shows it. */
const echoes = [
  { slug: 'startup', field: 'startup', at: 'container.startup_command', shows: 'startup_command' },
  { slug: 'egg', field: 'egg_id', at: 'egg', shows: 'egg' },
  { slug: 'image', field: 'docker_image', at: 'container.image', shows: 'image' },
] as const

export const startup: readonly Mutant[] = [
  ...echoes.flatMap(({ slug, field, at, shows }): Mutant[] => [
    {
      name: `startup: answered with another ${at}`,
      breaks: [`4.5#${slug}`],
      caughtBy: `4.5/${slug}`,
      shows,
      make: answeredServer((attributes) =>
        replace(attributes, at, (value) => (typeof value === 'number' ? value + 1 : `${value} `)),
      ),
    },
    {
      name: `startup: ${field} is dropped`,
      breaks: [`4.5#${slug}`],
      caughtBy: `4.5/${slug}`,
      shows,
      make: () => async (ask, next) => {
        if (ask.operation !== 'updateServerStartup') return next(ask)
        const { resources } = ask.target
        const old = slug === 'egg' ? resources.otherEgg : 'what-it-always-was'
        return next(withBody(ask, { ...bodyOf(ask), [field]: old }))
      },
    },
  ]),
  {
    name: 'startup: the command is escaped for HTML',
    breaks: ['4.5#startup'],
    caughtBy: '4.5/startup',
    shows: '&quot;',
    make: answeredServer((attributes) =>
      replace(attributes, 'container.startup_command', (value) => String(value).replaceAll('"', '&quot;')),
    ),
  },
  {
    name: 'startup: the tag of the image is cut off',
    breaks: ['4.5#image'],
    caughtBy: '4.5/image',
    shows: 'image',
    make: answeredServer((attributes) =>
      replace(attributes, 'container.image', (value) => String(value).split(':')[0]),
    ),
  },
  {
    name: 'startup: the egg is text',
    breaks: ['4.5#egg', '2.8#egg'],
    caughtBy: '4.5/egg',
    make: answeredServer((attributes) => replace(attributes, 'egg', String)),
  },
  {
    name: 'startup: the UUID of the server is not known',
    breaks: ['4.5#by-uuid'],
    caughtBy: '4.5/by-id-and-uuid',
    shows: 'UUID',
    make: () => refusedWhen('updateServerStartup', isByUuid, 404),
  },
  {
    name: 'startup: another server is answered',
    breaks: ['4.5#same-server', '4.5#by-id'],
    caughtBy: '4.5/by-id-and-uuid',
    shows: '/attributes/id',
    make: answeredServer((attributes) => replace(attributes, 'id', (id) => Number(id) + 1)),
  },
  {
    name: 'startup: by UUID another server is answered',
    breaks: ['4.5#same-server', '4.5#by-uuid'],
    caughtBy: '4.5/by-id-and-uuid',
    make: answeredServer((attributes, _, ask) => {
      if (isByUuid(ask)) replace(attributes, 'uuid', (uuid) => String(uuid).replace(/^./, 'f'))
    }),
  },
  {
    name: 'startup: another server is updated than the one in the path',
    breaks: ['4.5#by-id', '4.5#route'],
    caughtBy: '4.5/by-id-and-uuid',
    make: () =>
      rerouted('updateServerStartup', (path) =>
        path.replace(/servers\/(\d+)\//, (_, id) => `servers/${Number(id) + 1}/`),
      ),
  },
  {
    name: 'startup: the answer has no relationships',
    breaks: ['4.5#relationships'],
    caughtBy: '4.5/relationships',
    make: answeredServer((attributes) => {
      delete attributes['relationships']
    }),
  },
  {
    name: 'startup: relationships are null',
    breaks: ['4.5#relationships'],
    caughtBy: '4.5/relationships',
    make: answeredServer((attributes) => replace(attributes, 'relationships', () => null)),
  },
  ...(
    [
      ['id', (value, times) => Number(value) + times],
      ['uuid', (value, times) => String(value).replace(/.$/, String(times % 10))],
      ['identifier', (_, times) => `deadbee${times % 10}`],
      ['user', (value, times) => Number(value) + times],
      ['node', (value, times) => Number(value) + times],
      ['created_at', (_, times) => `2026-01-01T00:00:${String(times % 60).padStart(2, '0')}+00:00`],
    ] as const satisfies readonly (readonly [string, (value: unknown, times: number) => unknown])[]
  ).map(
    ([field, change]): Mutant => ({
      name: `startup: an update changes ${field}`,
      breaks: ['4.5#identity'],
      caughtBy: '4.5/identity',
      shows: field,
      make: answeredServer((attributes, times) => {
        replace(attributes, field, (value) => change(value, times))
      }),
    }),
  ),
  {
    name: 'startup: an update is echoed, not kept',
    breaks: ['4.5#persists'],
    caughtBy: '4.5/persists',
    make: () => async (ask, next) => {
      if (ask.operation !== 'updateServerStartup') return next(ask)
      const body = bodyOf(ask)
      const answer = await next(withBody(ask, { ...body, startup: './run --as-ever' }))
      if (isGranted(answer) && isBag(answer.json)) {
        replace(attributesOf(answer.json), 'container.startup_command', () => body['startup'])
      }
      return answer
    },
  },
  {
    name: 'startup: the egg shows its servers from a stale cache',
    breaks: ['4.5#persists'],
    caughtBy: '4.5/persists',
    make: () =>
      everyResource(
        'server',
        (attributes) => replace(attributes, 'container.startup_command', () => './run --as-yesterday'),
        { on: 'importEgg' },
      ),
  },
  {
    name: 'startup: the container is left out where a server is nested',
    breaks: ['2.8#container', '2.8#container.startup_command'],
    caughtBy: '2.8/presence',
    make: () =>
      everyResource(
        'server',
        (attributes) => {
          delete attributes['container']
        },
        { place: 'nested' },
      ),
  },
  {
    name: 'startup: the nested node is the node of another server',
    breaks: ['2.8#nested-agree'],
    caughtBy: '2.8/nested-agree',
    shows: 'node',
    make: answeredServer((attributes) => {
      const node = relationshipsOf(attributes)['node']
      if (isBag(node)) attributesOf(node)['id'] = 9999
    }),
  },
]
