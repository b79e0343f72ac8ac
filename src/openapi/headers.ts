import type { GapSettings } from '../gaps/gap-settings.ts'
import type { Json } from './plain-schema.ts'

interface Header {
  readonly description: string
  readonly type: string
  /** In every response, in every response where there is a rate limit, in a 429 of that limit, or in any 429. */
  readonly where: 'everywhere' | 'limited' | 'refused' | 'waiting'
}

/** The response headers by name. */
const headers: Readonly<Record<string, Header>> = {
  'X-Nestbox-Assumed': {
    description:
      'Ids of the gaps that this response touched, without those that shape nearly every response. An addition of Nestbox.',
    type: 'string',
    where: 'everywhere',
  },
  'X-RateLimit-Limit': { description: 'Requests allowed per minute.', type: 'integer', where: 'limited' },
  'X-RateLimit-Remaining': {
    description: 'Requests left in this minute.',
    type: 'integer',
    where: 'limited',
  },
  'Retry-After': { description: 'Seconds until the limit is reset.', type: 'integer', where: 'waiting' },
  'X-RateLimit-Reset': {
    description: 'Time at which the limit is reset, in seconds since 1970.',
    type: 'integer',
    where: 'refused',
  },
}

function headersSent({ gap }: GapSettings): readonly (readonly [name: string, header: Header])[] {
  const isLimited = gap('rate.limit') !== 'off'
  // The operation createBackup has a limit of its own.
  const mayWait = isLimited || gap('operations.beyond') === 'panel'
  return Object.entries(headers).filter(([, { where }]) =>
    where === 'waiting' ? mayWait : isLimited || where === 'everywhere',
  )
}

const pointers = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of every response, as references to components. */
export const headersFor = (gapSettings: GapSettings): Json =>
  pointers(headersSent(gapSettings).flatMap(([name, { where }]) => (isOfRefusals(where) ? [] : [name])))

const isOfRefusals = (where: Header['where'] | undefined): boolean =>
  where === 'refused' || where === 'waiting'

/** The documented headers among those of an error, as references to components. */
export const headersOf = (sent: Readonly<Record<string, string>>): Json =>
  pointers(Object.keys(sent).filter((name) => isOfRefusals(headers[name]?.where)))

export const headerComponents = (gapSettings: GapSettings): Json =>
  Object.fromEntries(
    headersSent(gapSettings).map(([name, { description, type }]) => [
      name,
      { description, schema: { type } },
    ]),
  )
