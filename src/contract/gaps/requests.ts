import { beyond, namingServer, withBody, withJson } from './concerns.ts'
import type { Gap } from './gap.ts'

/** The gaps in the paths and the content of requests. */
export const requests = {
  'path.short-identifier': {
    section: '4.5',
    on: namingServer,
    question: 'Can a server be named by its short identifier where id or UUID is documented?',
    choices: [
      ['refuse', 'No, that is an unknown server.'],
      ['accept', 'Yes.'],
    ],
    panel: 'accept',
  },
  'operations.beyond': {
    section: '4.9',
    on: beyond,
    question: 'Which operations are there beyond those of the document?',
    choices: [
      ['absent', 'None.'],
      ['companions', 'Reads of the same resources, which frontends and client libraries need.'],
      [
        'panel',
        'These reads, and more of what the real panel can do: backups, databases, power, users, servers.',
      ],
    ],
    panel: 'panel',
    pervasive: true,
  },
  'body.unknown-fields': {
    section: '4.9',
    on: withJson,
    question: 'What happens to body fields that the operation does not know?',
    choices: [
      ['ignore', 'They are ignored.'],
      ['refuse', 'Each is refused as invalid.'],
    ],
  },
  'body.types': {
    section: '4.9',
    on: withJson,
    question: 'Can numbers and booleans be sent as text?',
    choices: [
      ['strict', 'No, that is invalid.'],
      ['lenient', 'Yes: `"5"` is a number; 1, 0, `"1"` and `"0"` are booleans.'],
    ],
    panel: 'lenient',
  },
  'body.media-types': {
    section: '4.9',
    on: withBody,
    question: 'What happens to a body of another media type, and to JSON that is not an object?',
    choices: [
      ['refuse', 'It is refused: 415, or as invalid.'],
      ['lenient', 'A form is read like JSON; anything else counts as an empty body.'],
    ],
    panel: 'lenient',
  },
  'body.empty-text': {
    section: '4.9',
    on: withJson,
    question: 'What becomes of empty texts, and of spaces around texts?',
    choices: [
      ['keep', 'They stay as they were sent; an empty text is refused where a field needs a value.'],
      ['null', 'Spaces are removed, and what is empty then counts as null; but not in a password.'],
    ],
    panel: 'null',
  },
} as const satisfies Record<string, Gap>
