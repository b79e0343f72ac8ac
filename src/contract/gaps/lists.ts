import { only, paged, pagedBeside, reading, withList } from './concerns.ts'
import { type Declared, gapsOf, numbers } from './gap.ts'

/** The gaps in pages, and in the order and the counts of lists. */
export const lists = {
  ...gapsOf({ on: only('listServerBackups'), section: '8' })({
    'page.default-backups': {
      question: 'How many backups does a page hold when `per_page` is left out?',
      choices: numbers('20', '10', '15', '50'),
      pervasive: true,
    },
    'page.over-maximum': {
      question: 'What happens if a request asks for more than 50 backups per page?',
      choices: {
        clamp: 'The page holds 50.',
        refuse: 'The request is refused as invalid.',
        'clamp-to-100': 'Up to 100 the page holds 50; beyond, the request is refused as invalid.',
      },
      panel: 'clamp-to-100',
    },
  }),
  ...gapsOf({ on: pagedBeside, section: '8' })({
    'page.default-databases': {
      question: 'How many databases does a page hold when `per_page` is left out?',
      choices: numbers('50', '15', '100'),
      pervasive: true,
    },
    'page.maximum-databases': {
      question: 'What is the maximum number of databases on a page?',
      choices: numbers('100', '50', '500'),
      pervasive: true,
    },
    'page.over-maximum-databases': {
      question: 'What happens if a request asks for more databases per page than the maximum?',
      choices: { clamp: 'The page holds the maximum.', refuse: 'The request is refused as invalid.' },
      panel: 'refuse',
    },
  }),
  'page.invalid': {
    section: '8',
    on: reading,
    question: 'What happens if `page` or `per_page` is zero, negative or not an integer?',
    choices: {
      refuse: 'The request is refused as invalid.',
      default: 'The value counts as left out.',
      'refuse-everywhere': 'The request is refused as invalid, also where the list has no pages.',
    },
    panel: 'refuse-everywhere',
  },
  ...gapsOf({ on: paged, section: '2.1.5' })({
    'page.past-end': {
      question: 'What is the response to a page after the last one?',
      choices: [
        ['empty', 'An empty page.'],
        ['404', '404 Not Found.'],
      ],
    },
    'page.empty-total': {
      question: 'How many pages does an empty list have?',
      choices: [
        ['1', 'One, which is empty.'],
        ['0', 'None.'],
      ],
    },
    'page.links': {
      question: 'What does `links` contain?',
      choices: {
        neighbours:
          '`previous` from page 2 on, also after the last page, and `next` before the last page, with the query of the request.',
        'neighbours-page-only': '`previous` and `next` with nothing but `page` in the query.',
        all: '`first`, `previous`, `next` and `last`.',
        none: 'Nothing: an empty object.',
      },
      panel: 'neighbours-page-only',
      pervasive: true,
    },
  }),
  'list.order': {
    section: '4',
    on: withList,
    question: 'How are lists sorted?',
    choices: { oldest: 'Oldest first.', newest: 'Newest first.' },
    pervasive: true,
  },
  'backups.count': {
    section: '2.12',
    on: only('listServerBackups'),
    question: 'What does `backup_count` count?',
    choices: { all: 'Every backup of the server.', 'not-failed': 'The backups that succeeded or still run.' },
    panel: 'not-failed',
    pervasive: true,
  },
} as const satisfies Record<string, Declared>
