import { metrics, p99BesideReads } from './measurements.mjs'

/**
 * The performance goals of the mock server over 32 connections. Goals whose figures were not measured are left out.
 * @param {import('./measurements.mjs').Measurements} measurements
 * @returns {{goal: string, least?: number, most?: number, unit?: string, measured: number}[]}
 */
export function goals(measurements, bare, { small, smallFile, large, largeFile }, peers) {
  const ratio = (subject, other, name) => measurements.ratio(subject, other, metrics[name].of)
  const fastestPeer = maximumBy(peers, (peer) => ratio(peer, bare, 'list'))
  const slowestCase = maximumBy(['list', 'create', 'startup'], (name) => ratio(small, large, name))
  return [
    { goal: 'first response, to bare Koa', most: 1.2, measured: ratio(small, bare, '1st response') },
    { goal: 'first response, 10,000 servers', most: 2, measured: ratio(large, bare, '1st response') },
    { goal: 'list, to bare Koa', least: 0.55, measured: ratio(small, bare, 'list') },
    { goal: 'list, each tenth a write, to bare Koa', least: 0.5, measured: ratio(small, bare, 'mixed') },
    {
      goal: `list, to ${fastestPeer?.name}`,
      least: 3,
      measured: fastestPeer && ratio(small, fastestPeer, 'list'),
    },
    { goal: 'create, to bare Koa', least: 0.85, measured: ratio(small, bare, 'create') },
    { goal: 'startup, to bare Koa', least: 0.6, measured: ratio(small, bare, 'startup') },
    { goal: 'create, file to memory', least: 0.15, measured: ratio(smallFile, small, 'create') },
    {
      goal: `${slowestCase}, 40 servers to 10,000`,
      most: 1.1,
      measured: slowestCase && ratio(small, large, slowestCase),
    },
    {
      goal: 'p99 of creates, 10,000 servers, file',
      most: 1_000,
      unit: ' ms',
      measured: measurements.median(largeFile, p99BesideReads),
    },
    {
      goal: 'longest read during these creates',
      most: 30,
      unit: ' ms',
      measured: maximumBy(measurements.readTimes(largeFile, 'file'), (time) => time),
    },
  ].filter(({ measured }) => measured !== undefined)
}

/** The item with the highest figure; items without a figure are ignored. */
const maximumBy = (items, figure) =>
  items.filter((item) => figure(item) !== undefined).toSorted((a, b) => figure(b) - figure(a))[0]
