import type { Gap } from './gap.ts'

/** The gaps that clients cannot observe: they have no choices. */
export const silent = {
  'resource.units': {
    section: '2.14',
    question: 'What are the units of memory, swap, disk, io, cpu and upload_size?',
    choices: [],
  },
  'user.language': { section: '2.14', question: 'Which language codes can a user have?', choices: [] },
  'server.threads': { section: '2.14', question: 'Which values can `threads` have?', choices: [] },
  'state.transitions': {
    section: '3',
    question: 'Which transitions between states are possible?',
    choices: [],
  },
  'answer.variants': {
    section: '7',
    question: 'What are the JSON response variants of some endpoints?',
    choices: [],
  },
  'token.format': {
    section: '5.6',
    question: 'Which format, lifetime and scopes do tokens have?',
    choices: [],
  },
  events: { section: '6', question: 'Are there events, webhooks or notifications?', choices: [] },
  versioning: {
    section: '9',
    question: 'How is the API versioned, and which changes are compatible?',
    choices: [],
  },
} as const satisfies Record<string, Gap>
