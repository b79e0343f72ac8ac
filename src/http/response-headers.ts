import type { ReadGap } from '../gaps/gap-settings.ts'

/** A header of responses of the API that clients read. */
export interface ResponseHeader {
  readonly description: string
  readonly type: 'string' | 'integer'
  /** In every response, in every response where there is a rate limit, in a 429 of that limit, or in any 429. */
  readonly where: 'everywhere' | 'limited' | 'refused' | 'waiting'
}

/** The headers of responses of the API by name. */
export const responseHeaders: Readonly<Record<string, ResponseHeader>> = {
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

const none = {}

const protecting = {
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'X-XSS-Protection': '1; mode=block',
  'Referrer-Policy': 'no-referrer-when-downgrade',
}

/** The headers of every response that protect browsers. */
export const securityHeaders = (gap: ReadGap): Readonly<Record<string, string>> =>
  gap('headers.security') === 'none' ? none : protecting
