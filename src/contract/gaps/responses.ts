import { related, showing } from './concerns.ts'
import { type Declared, gapsOf } from './gap.ts'

/** The gaps in the form of resources in responses. */
export const responses = {
  ...gapsOf({ section: '2', pervasive: true })({
    nulls: {
      question: 'What does an optional field without a value contain?',
      choices: {
        unfinished:
          'null in `completed_at` and `checksum` of a backup in progress; an empty value of its type elsewhere.',
        filled: 'An empty value of its type.',
        null: 'null.',
      },
      panel: 'null',
    },
    'fields.extra': {
      question: 'Do resources have fields that the document does not name?',
      choices: { none: 'No.', some: 'Yes, one in each.' },
    },
    'fields.order': {
      question: 'In which order are the fields of an object?',
      choices: {
        document: 'The order of the document.',
        reversed: 'The reverse order.',
        panel:
          'In that of the document, but the relationships of an egg or server before its times, `updated_at` of a server before `created_at`, `sort_order` of a server variable behind its times, and `backup_count` before `pagination`.',
      },
      panel: 'panel',
    },
  }),
  'time.offset': {
    section: '2.1.4',
    question: 'Which UTC offset do timestamps have?',
    choices: { '+00:00': 'UTC.', other: 'Another: `+05:30`.' },
    pervasive: true,
  },
  ...gapsOf({ section: '2.1.3', on: related })({
    'nesting.cut': {
      question: 'How many levels deep are relationships?',
      choices: {
        'one-level': 'One level; below it, names with empty objects and lists.',
        'two-levels': 'Two levels; in the second one, lists of more than 100 items are empty.',
        cut: 'Not at all: every relationship is empty.',
      },
      panel: 'cut',
      pervasive: true,
    },
    'relationships.include': {
      question: 'Does the query parameter `include` select the relationships of a response?',
      choices: {
        ignore: 'No, it is ignored.',
        expand: 'Yes: those that it names are filled, up to two levels deep, and no others.',
      },
      panel: 'expand',
    },
  }),
  counts: {
    section: '2',
    question: 'What are the counts of tags and mounts in a list, and of nested users?',
    choices: { real: 'How many eggs, nodes and servers there are.', zero: '0, as nothing was counted.' },
    panel: 'zero',
    pervasive: true,
  },
  'meta.resource': {
    section: '2.1.1',
    question: 'Which resources have `meta.resource`?',
    choices: {
      'where-stated': 'Tags, and users at the top of a response.',
      everywhere: 'All that have an id or a UUID.',
    },
    pervasive: true,
  },
  'server.status': {
    section: '2.14',
    on: showing('server'),
    question: 'Which values can the `status` of a server have?',
    choices: {
      snake: '`normal`, `installing`, `install_failed`, `reinstall_failed`, `suspended`, `restoring_backup`.',
      kebab: 'The same with hyphens.',
    },
    pervasive: true,
  },
} as const satisfies Record<string, Declared>
