import { attributesOf, dataOf, instead, isByUuid, refusal, relationshipsOf } from '../changes.ts'
import type { JsonObject } from '../messages.ts'
import { type Mutant, product } from '../mutant.ts'
import { answeredAt, placesOf } from '../places.ts'

/** Changes each mount, or each from an index on. */
const each =
  (change: (mount: JsonObject) => unknown, from = 0) =>
  (json: JsonObject): void => {
    for (const item of dataOf(json).slice(from)) change(attributesOf(item))
  }

/** Errors in `mounted`, and in the mounts of a list. */
const rules: readonly (readonly [check: string, inWords: string, change: (json: JsonObject) => unknown])[] = [
  ['4.4/mounted', 'it is absent', each((mount) => delete mount['mounted'])],
  ['4.4/mounted', 'it is absent from the second mount on', each((mount) => delete mount['mounted'], 1)],
  [
    '4.4/mounted',
    'it is absent where it is false',
    each((mount) => {
      if (mount['mounted'] === false) delete mount['mounted']
    }),
  ],
  [
    '4.4/mounted',
    'it is 0 or 1',
    each((mount) => Object.assign(mount, { mounted: mount['mounted'] ? 1 : 0 })),
  ],
  ['4.4/mounted', 'it is null', each((mount) => Object.assign(mount, { mounted: null }))],
  ['4.4/mounted', 'it is text', each((mount) => Object.assign(mount, { mounted: String(mount['mounted']) }))],
  [
    '4.4/mounted-agrees',
    'it is inverted',
    each((mount) => Object.assign(mount, { mounted: !mount['mounted'] })),
  ],
  ['4.4/mounted-agrees', 'it is always false', each((mount) => Object.assign(mount, { mounted: false }))],
  ['4.4/mounted-agrees', 'it is always true', each((mount) => Object.assign(mount, { mounted: true }))],
  [
    '4.4/distinct',
    'the first mount is there twice',
    (json) => ({ ...json, data: [...dataOf(json).slice(0, 1), ...dataOf(json)] }),
  ],
  [
    '4.4/distinct',
    'the last mount is there twice',
    (json) => ({ ...json, data: [...dataOf(json), ...dataOf(json).slice(-1)] }),
  ],
]

/** Differences between the lists by id and by UUID, or between two requests. */
const differing: readonly (readonly [inWords: string, change: (json: JsonObject) => unknown])[] = [
  ['is empty', (json) => ({ ...json, data: [] })],
  ['lacks the first mount', (json) => ({ ...json, data: dataOf(json).slice(1) })],
  ['has other ids', each((mount) => Object.assign(mount, { id: Number(mount['id']) + 100 }))],
  [
    'has every mount free',
    each((mount) => {
      mount['mounted'] = !mount['mounted']
      delete relationshipsOf(mount)['servers']
    }),
  ],
]

const places = placesOf('listServerMounts')
const byUuid = places.filter(({ name }) => name === 'by UUID')

export const mounts: readonly Mutant[] = [
  ...product(rules, places, ([check, inWords, change], place) => ({
    name: `${check}: ${inWords}, ${place.name}`,
    breaks: [check.replace('/', '#'), ...(check === '4.4/mounted' ? ['2.11#mounted'] : [])],
    caughtBy: [check],
    reachedBy: place.reachedBy,
    make: answeredAt('listServerMounts', place, change),
  })),
  ...product(differing, byUuid, ([inWords, change], place) => ({
    name: `4.4/same-server: the list ${inWords}, ${place.name}`,
    breaks: ['4.4#same-server'],
    caughtBy: ['4.4/same-server'],
    make: answeredAt('listServerMounts', place, change),
  })),
  ...(
    [
      ['by UUID', isByUuid],
      ['by id', (request) => !isByUuid(request)],
    ] as const satisfies readonly (readonly [string, typeof isByUuid])[]
  ).flatMap(([inWords, fits]) =>
    (['listServerMounts', 'updateServerStartup'] as const).flatMap((on) =>
      [404, 500].map((status): Mutant => {
        const section = on === 'listServerMounts' ? '4.4' : '4.5'
        return {
          name: `${section}/by-id-and-uuid: the server is not known ${inWords}, with ${status}`,
          breaks: [`${section}#${inWords.toLowerCase().replace(' ', '-')}`, `${section}#answer`],
          caughtBy: [`${section}/by-id-and-uuid`, `${section}/answer`],
          make: () => instead(on, async (request, next) => (fits(request) ? refusal(status) : next(request))),
        }
      }),
    ),
  ),
  {
    name: '4.4/stable: every second list is shorter',
    breaks: ['4.4#stable'],
    caughtBy: ['4.4/stable', '4.4/same-server'],
    make: () => {
      let times = 0
      return async (request, next) => {
        const response = await next(request)
        if (request.operation !== 'listServerMounts' || response.status >= 300) return response
        times += 1
        const json = response.json as JsonObject
        return times % 2 === 0 ? { ...response, json: { ...json, data: dataOf(json).slice(1) } } : response
      }
    },
  },
]
