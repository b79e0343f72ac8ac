import type { Gap } from './gap.ts'

/** The gaps in what a request can name and send. */
export const requests = {
  'path.short-identifier': {
    section: '4.5',
    question: 'Can a server be named by its short identifier where id or UUID is documented?',
    choices: [
      ['refuse', 'No, that is an unknown server.'],
      ['accept', 'Yes.'],
    ],
    panel: 'accept',
  },
  'operations.beyond': {
    section: '4.9',
    question: 'Which operations are there beyond those of the document?',
    choices: [
      ['absent', 'None.'],
      ['companions', 'Reads of the same resources, which frontends and client libraries need.'],
    ],
    panel: 'companions',
    pervasive: true,
  },
  'body.unknown-fields': {
    section: '4.9',
    question: 'What happens to body fields that the operation does not know?',
    choices: [
      ['ignore', 'They are ignored.'],
      ['refuse', 'Each is refused as invalid.'],
    ],
  },
} as const satisfies Record<string, Gap>
