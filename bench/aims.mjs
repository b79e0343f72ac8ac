import { beside, figures } from './figures.mjs'

/**
 * What the mock is meant to reach, and what it reached, as far as it was measured; at 32 connections.
 * @param {import('./figures.mjs').Figures} seen
 * @returns {{aim: string, least?: number, most?: number, unit?: string, reached: number}[]}
 */
export function aims(seen, bare, { small, smallFile, large, largeFile }, peers) {
  const ratio = (subject, other, name) => seen.ratio(subject, other, figures[name].of)
  const fastest = highest(peers, (peer) => ratio(peer, bare, 'list'))
  const grown = highest(['list', 'create', 'startup'], (name) => ratio(small, large, name))
  return [
    { aim: 'first response, to bare Koa', most: 1.2, reached: ratio(small, bare, 'first answer') },
    { aim: 'first response, 10,000 servers', most: 2, reached: ratio(large, bare, 'first answer') },
    { aim: 'list, to bare Koa', least: 0.55, reached: ratio(small, bare, 'list') },
    { aim: 'list, each tenth a write, to bare Koa', least: 0.5, reached: ratio(small, bare, 'mixed') },
    {
      aim: `list, to ${fastest?.name}`,
      least: 3,
      reached: fastest && ratio(small, fastest, 'list'),
    },
    { aim: 'create, to bare Koa', least: 0.85, reached: ratio(small, bare, 'create') },
    { aim: 'startup, to bare Koa', least: 0.6, reached: ratio(small, bare, 'startup') },
    { aim: 'create, file to memory', least: 0.15, reached: ratio(smallFile, small, 'create') },
    { aim: `${grown}, 40 servers to 10,000`, most: 1.1, reached: grown && ratio(small, large, grown) },
    {
      aim: 'p99 of creates, 10,000 servers, file',
      most: 1_000,
      unit: ' ms',
      reached: seen.median(largeFile, beside.p99),
    },
    {
      aim: 'longest wait of a read meanwhile',
      most: 30,
      unit: ' ms',
      reached: highest(seen.waits(largeFile, 'file'), (wait) => wait),
    },
  ].filter(({ reached }) => reached !== undefined)
}

/** What has the highest figure, of what has one at all. */
const highest = (things, figure) =>
  things.filter((thing) => figure(thing) !== undefined).toSorted((a, b) => figure(b) - figure(a))[0]
