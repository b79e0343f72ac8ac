import type { Gap } from './gap.ts'

/** The gaps that clients cannot observe: they have no choices. */
export const silent = {
  'resource.units': {
    section: '2.14',
    question: 'What are the units of memory, swap, disk, io, cpu and upload_size?',
    choices: [],
  },
  'user.language': { section: '2.14', question: 'Which language codes can a user have?', choices: [] },
  'server.threads': { section: '2.14', question: 'Which values can `threads` take?', choices: [] },
  'state.transitions': { section: '3', question: 'How do states follow one another?', choices: [] },
  'answer.variants': {
    section: '7',
    question: 'Which are the several JSON variants that some endpoints answer with?',
    choices: [],
  },
  'token.format': {
    section: '5.6',
    question: 'What do tokens look like, how long do they last, what can they be narrowed to?',
    choices: [],
  },
  events: { section: '6', question: 'Are there events, webhooks or notifications?', choices: [] },
  versioning: {
    section: '9',
    question: 'How are versions told apart, and what stays compatible?',
    choices: [],
  },
} as const satisfies Record<string, Gap>
