import { expect, it } from 'vitest'
import { shortened } from './shorten.ts'

const list = (count: number, item: object = {}) => ({
  object: 'list',
  data: Array.from({ length: count }, () => item),
})

it.each([
  ['keeps a list at the top whole', list(5), list(5)],
  [
    'cuts a list under relationships',
    { attributes: { relationships: { servers: list(5) } } },
    { attributes: { relationships: { servers: list(2) } } },
  ],
  [
    'cuts the lists of what is in a list at the top',
    list(3, { attributes: { relationships: { servers: list(3) } } }),
    list(3, { attributes: { relationships: { servers: list(2) } } }),
  ],
  [
    'leaves other arrays alone',
    { attributes: { features: [1, 2, 3], relationships: { egg: { attributes: { features: [1, 2, 3] } } } } },
    { attributes: { features: [1, 2, 3], relationships: { egg: { attributes: { features: [1, 2, 3] } } } } },
  ],
  [
    'leaves what is cut off alone',
    { relationships: { user: {}, servers: [] } },
    { relationships: { user: {}, servers: [] } },
  ],
])('%s', (_, whole, short) => {
  expect(shortened(whole)).toEqual(short)
})
