import type { GapSettings } from '../gaps/gap-settings.ts'
import type { Json } from './plain-schema.ts'

interface Header {
  readonly description: string
  readonly type: string
  /** Sent only where requests are counted. */
  readonly isOfRates?: true
  /** Sent only with the refusal of those that are too many. */
  readonly isOfRefusals?: true
}

/** What answers carry, by name: which they are and what they say. */
const headers: Readonly<Record<string, Header>> = {
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
  'Retry-After': {
    description: 'Seconds until requests are answered again.',
    type: 'integer',
    isOfRates: true,
    isOfRefusals: true,
  },
  'X-RateLimit-Reset': {
    description: 'When that is, in seconds since 1970.',
    type: 'integer',
    isOfRates: true,
    isOfRefusals: true,
  },
}

const headersSent = (gapSettings: GapSettings) =>
  Object.entries(headers).filter(([, { isOfRates }]) => !isOfRates || gapSettings.gap('rate.limit') !== 'off')

const pointers = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of every answer, as pointers to where they are described. */
export const headersFor = (gapSettings: GapSettings): Json =>
  pointers(headersSent(gapSettings).flatMap(([name, { isOfRefusals }]) => (isOfRefusals ? [] : [name])))

/** Those that an error has of its own, as far as they are described. */
export const headersOf = (sent: Readonly<Record<string, string>>): Json =>
  pointers(Object.keys(sent).filter((name) => headers[name]?.isOfRefusals))

export const headerComponents = (gapSettings: GapSettings): Json =>
  Object.fromEntries(
    headersSent(gapSettings).map(([name, { description, type }]) => [
      name,
      { description, schema: { type } },
    ]),
  )
