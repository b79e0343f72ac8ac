import { answered, attributesOf, dataOf, instead, isByUuid, refusal, timesOf } from '../changes.ts'
import type { Bag, MakeLayer } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

/** Changes the list where the server is named by its UUID. */
const byUuid =
  (change: (data: unknown[]) => unknown[]): MakeLayer =>
  () =>
    answered('listServerMounts', (json, ask) =>
      isByUuid(ask) ? { ...json, data: change(dataOf(json)) } : json,
    )

/** Changes each mount of the list; `times` counts from one how often that list was asked for. */
const eachMount =
  (change: (attributes: Bag, times: number, index: number) => void): MakeLayer =>
  () => {
    const timesNow = timesOf()
    return answered('listServerMounts', (json, ask) => {
      const times = timesNow(ask)
      for (const [index, item] of dataOf(json).entries()) change(attributesOf(item), times, index)
    })
  }

export const mounts: readonly Mutant[] = [
  {
    name: 'mounts: the UUID of the server is not known',
    breaks: ['4.4#by-uuid'],
    caughtBy: '4.4/by-id-and-uuid',
    make: () => instead('listServerMounts', async (ask, next) => (isByUuid(ask) ? refusal(404) : next(ask))),
  },
  {
    name: 'mounts: the UUID of the server breaks the database',
    breaks: ['4.4#by-uuid'],
    caughtBy: '4.4/by-id-and-uuid',
    make: () =>
      instead('listServerMounts', async (ask, next) =>
        isByUuid(ask) ? { status: 500, headers: {}, text: 'invalid input syntax for integer' } : next(ask),
      ),
  },
  {
    name: 'mounts: the id of the server is not known',
    breaks: ['4.4#answer', '4.4#by-id'],
    caughtBy: '4.4/answer',
    make: () => instead('listServerMounts', async (ask, next) => (isByUuid(ask) ? next(ask) : refusal(404))),
  },
  {
    name: 'mounts: by UUID the list is empty',
    breaks: ['4.4#same-server'],
    caughtBy: '4.4/same-server',
    make: byUuid(() => []),
  },
  {
    name: 'mounts: by UUID the first mount is lost',
    breaks: ['4.4#same-server'],
    caughtBy: '4.4/same-server',
    make: byUuid((data) => data.slice(1)),
  },
  {
    name: 'mounts: by UUID all mounts are free',
    breaks: ['4.4#same-server'],
    caughtBy: '4.4/same-server',
    make: byUuid((data) => {
      for (const item of data) attributesOf(item)['mounted'] = !attributesOf(item)['mounted']
      return data
    }),
  },
  {
    name: 'mounts: none says whether it is mounted',
    breaks: ['4.4#mounted', '2.11#mounted'],
    caughtBy: '4.4/mounted',
    shows: 'mounted',
    make: eachMount((attributes) => {
      delete attributes['mounted']
    }),
  },
  {
    name: 'mounts: only the first says whether it is mounted',
    breaks: ['4.4#mounted', '2.11#mounted'],
    caughtBy: '4.4/mounted',
    shows: '/data/1',
    make: eachMount((attributes, _, index) => {
      if (index > 0) delete attributes['mounted']
    }),
  },
  {
    name: 'mounts: mounted is 0 or 1',
    breaks: ['4.4#mounted', '2.11#mounted'],
    caughtBy: '4.4/mounted',
    make: eachMount((attributes) => {
      attributes['mounted'] = attributes['mounted'] ? 1 : 0
    }),
  },
  {
    name: 'mounts: mounted is null',
    breaks: ['4.4#mounted', '2.11#mounted'],
    caughtBy: '4.4/mounted',
    make: eachMount((attributes) => {
      attributes['mounted'] = null
    }),
  },
  {
    name: 'mounts: reading toggles what is mounted',
    breaks: ['4.4#stable'],
    caughtBy: '4.4/stable',
    make: eachMount((attributes, times) => {
      if (times % 2 === 0) attributes['mounted'] = !attributes['mounted']
    }),
  },
  {
    name: 'mounts: every list has new ids',
    breaks: ['4.4#stable'],
    caughtBy: '4.4/stable',
    make: eachMount((attributes, times) => {
      attributes['id'] = Number(attributes['id']) + 100 * times
    }),
  },
  {
    name: 'mounts: the list shrinks when it is asked for again',
    breaks: ['4.4#stable'],
    caughtBy: '4.4/stable',
    make: () => {
      let times = 0
      return answered('listServerMounts', (json) => {
        times += 1
        return { ...json, data: dataOf(json).slice(times - 1) }
      })
    },
  },
]
