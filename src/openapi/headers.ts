import type { Dial } from '../dial.ts'
import type { Json } from './json.ts'

/** What answers carry, by name: which they are and what they say. */
const headers: Readonly<Record<string, { description: string; type: string; isOfRates?: true }>> = {
  'X-Nestbox-Assumed': {
    description:
      'Gaps that this answer ran into, by id, but for those that shape nearly every answer. An addition of Nestbox.',
    type: 'string',
  },
  'X-RateLimit-Limit': { description: 'Requests that a minute allows.', type: 'integer', isOfRates: true },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left in this minute.',
    type: 'integer',
    isOfRates: true,
  },
}

const headersSent = (dial: Dial) =>
  Object.entries(headers).filter(([, { isOfRates }]) => !isOfRates || dial.gap('rate.limit') !== 'off')

/** The headers of every answer, as pointers to where they are described. */
export const headersFor = (dial: Dial): Json =>
  Object.fromEntries(headersSent(dial).map(([name]) => [name, { $ref: `#/components/headers/${name}` }]))

export const headerComponents = (dial: Dial): Json =>
  Object.fromEntries(
    headersSent(dial).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
  )
