import type { Gap } from './gap.ts'

/** The gaps in limits. */
export const limits = {
  'rate.limit': {
    section: '8',
    question: 'How many requests may one user make?',
    choices: [
      ['off', 'As many as they like.'],
      ['256-a-minute', '256 a minute in each family; then 429.'],
    ],
    panel: '256-a-minute',
    pervasive: true,
  },
} as const satisfies Record<string, Gap>
