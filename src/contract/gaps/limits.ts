import type { Declared } from './gap.ts'

/** The gaps in limits. */
export const limits = {
  'rate.limit': {
    section: '8',
    question: 'How many requests may one user make?',
    choices: {
      off: 'As many as they like.',
      '256-a-minute': '256 a minute in each family; then 429.',
      '240-720': '720 a minute in the client family, 240 in the others; then 429.',
    },
    panel: '256-a-minute',
    pervasive: true,
  },
  'rate.headers': {
    section: '8',
    question:
      'Do requests whose path names an unknown resource, or with malformed JSON, count towards the limit, and get its headers?',
    choices: { count: 'Yes, like any other.', spare: 'No.' },
    panel: 'spare',
  },
  'headers.security': {
    section: '7',
    question: 'Do responses have security headers for browsers?',
    choices: {
      none: 'No.',
      four: 'Yes: `X-Frame-Options`, `X-Content-Type-Options`, `X-XSS-Protection` and `Referrer-Policy`.',
    },
    panel: 'four',
    pervasive: true,
  },
} as const satisfies Record<string, Declared>
