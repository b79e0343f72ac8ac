import { beyond, namingServer, withBody, withJson } from './concerns.ts'
import type { Declared } from './gap.ts'

/** The gaps in the paths and the content of requests. */
export const requests = {
  'path.short-identifier': {
    section: '4.5',
    on: namingServer,
    question: 'Can a path name a server by its short identifier instead of its id or UUID?',
    choices: { refuse: 'No, that is an unknown server.', accept: 'Yes.' },
    panel: 'accept',
  },
  'operations.beyond': {
    on: beyond,
    question: 'Which operations exist beyond the document?',
    choices: {
      absent: 'None.',
      companions: 'Reads of the same resources, which frontends and client libraries need.',
      panel:
        'These reads, and more of what the real panel can do: backups, databases, power, users, servers.',
    },
    panel: 'panel',
    pervasive: true,
  },
  'body.unknown-fields': {
    on: withJson,
    question: 'What happens to body fields that the operation does not know?',
    choices: { ignore: 'They are ignored.', refuse: 'Each is refused as invalid.' },
  },
  'body.types': {
    on: withJson,
    question: 'Are numbers and booleans accepted as strings?',
    choices: {
      strict: 'No, that is invalid.',
      lenient: 'Yes: `"5"` is a number; 1, 0, `"1"` and `"0"` are booleans.',
    },
    panel: 'lenient',
  },
  'body.media-types': {
    on: withBody,
    question: 'How is a body of another media type, or JSON that is not an object, handled?',
    choices: {
      refuse: 'It is refused: 415, or as invalid.',
      lenient: 'A form is read like JSON; anything else counts as an empty body.',
    },
    panel: 'lenient',
  },
  'body.empty-text': {
    on: withJson,
    question: 'How are empty strings, and spaces around strings, stored?',
    choices: {
      keep: 'They stay as they were sent; an empty string is refused where a field needs a value, and counts as left out in the optional fields of a user.',
      null: 'Spaces are removed, and what is empty then counts as null; but not in a password.',
    },
    panel: 'null',
  },
} as const satisfies Record<string, Declared>
