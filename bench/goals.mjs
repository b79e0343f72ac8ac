import { metrics } from './measurements.mjs'

/**
 * The goals of the mock server over 32 connections. Goals whose figures were not measured are left out.
 * @param {import('./measurements.mjs').Measurements} measurements
 * @param {{name: string, bytes: number}[]} sizes of installs, see `installedSizes`
 * @returns {{goal: string, least?: number, most?: number, unit?: string, measured: number}[]}
 */
export function goals(measurements, bare, { small, large }, peers, sizes) {
  const ratio = (subject, other, name) => measurements.ratio(subject, other, metrics[name].of)
  const toBare = (name, limit) => ({
    ...{ goal: `${name}, to bare Koa`, ...limit },
    measured: ratio(small, bare, name),
  })
  const toFastestPeer = (name) => {
    const fastest = maximumBy(peers, (peer) => ratio(peer, bare, name))
    return {
      goal: `${name}, to ${fastest?.name}`,
      least: 1,
      measured: fastest && ratio(small, fastest, name),
    }
  }
  return [
    toBare('1st response', { most: 1.3 }),
    toBare('list', { least: 0.7 }),
    toBare('create', { least: 0.8 }),
    toBare('startup', { least: 0.7 }),
    ...['list', 'create', 'startup'].map(toFastestPeer),
    {
      ...{ goal: '1st response, 10,000 servers', most: 2_000, unit: ' ms' },
      measured: measurements.median(large, metrics['1st response'].of),
    },
    {
      ...{ goal: 'install', most: 8, unit: ' MB' },
      measured: sizes.length > 0 ? sizes[0].bytes / 1e6 : undefined,
    },
  ].filter(({ measured }) => measured !== undefined)
}

/** The goal of `sandboxes.mjs`. */
export const mostMegabytes = 60

/** The item with the highest figure; items without a figure are ignored. */
const maximumBy = (items, figure) =>
  items.filter((item) => figure(item) !== undefined).toSorted((a, b) => figure(b) - figure(a))[0]
