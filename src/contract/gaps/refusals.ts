import { creating, naming, notCreating, ofClients, only, withInput } from './concerns.ts'
import { type Declared, gapsOf, statuses } from './gap.ts'

/** The gaps in statuses, refusals and the bodies of errors. */
export const refusals = {
  'status.success': {
    on: notCreating,
    question: 'Which status does a successful operation have that creates nothing?',
    choices: statuses('200 OK', '202 Accepted'),
    pervasive: true,
  },
  'status.created': {
    on: creating,
    question: 'Which status does the response to a created user have?',
    choices: statuses('201 Created', '200 OK'),
    pervasive: true,
  },
  ...gapsOf({ section: '7' })({
    'status.invalid': {
      on: withInput,
      question: 'Which status reports invalid fields?',
      choices: statuses('422 Unprocessable Content', '400 Bad Request'),
    },
    'status.bad-file': {
      on: only('importEgg'),
      question: 'Which status reports an unreadable egg file?',
      choices: statuses('422 Unprocessable Content', '400 Bad Request'),
      panel: '400',
    },
    'status.unknown-resource': {
      on: naming,
      question: 'Which status reports a path that names nothing?',
      choices: statuses('404 Not Found', '400 Bad Request'),
    },
  }),
  'refusal.unknown-token': {
    section: '5.6',
    question: 'Which status reports a missing or unknown token?',
    choices: statuses('401 Unauthorized', '403 Forbidden'),
  },
  'refusal.wrong-kind': {
    section: '5.6',
    question: 'Which status reports a token that the family does not accept?',
    choices: statuses('403 Forbidden', '401 Unauthorized', '404 Not Found'),
  },
  'refusal.foreign-server': {
    section: '5',
    on: ofClients,
    question: 'Which status does an ordinary user get for the backups of a server of somebody else?',
    choices: statuses('404 Not Found, as if there were no such server', '403 Forbidden'),
  },
  'checks.order': {
    section: '7',
    on: naming,
    question: 'Which error is reported if the path names nothing and the request has other errors too?',
    choices: {
      'path-last': 'The token of another kind, or the invalid body.',
      'path-first': 'The path, once the token is known and the body can be read.',
    },
    panel: 'path-first',
  },
  ...gapsOf({ section: '5.5', on: ofClients })({
    'access.root-anywhere': {
      question: 'Can a root administrator use the client family for servers of other users?',
      choices: { serve: 'Yes, any server.', refuse: 'No, only their own.' },
    },
    'access.subusers': {
      question: 'Can a subuser of a server use the client family for it?',
      choices: { serve: 'Yes, like the owner.', refuse: 'No, the owner alone.' },
    },
  }),
  ...gapsOf({ section: '7' })({
    'error.body': {
      question: 'Which body do errors have?',
      choices: {
        panel:
          'An object with `errors`, an array of `{code, status, detail}`, with `meta.source_field` and `meta.rule` for a field.',
        problem: 'A problem document (RFC 9457), `application/problem+json`.',
        empty: 'Nothing: the status says it all.',
      },
    },
    'error.words': {
      question: 'Which names do the rules of invalid fields have, and what does `detail` say?',
      choices: {
        own: 'Rules as JSON Schema has them, one for each field; a sentence about the request.',
        panel:
          'Rules as the validator of the real panel has them, such as `present`, `between` and `numeric`; the same sentence for every request with 401, 403 or 404.',
      },
      panel: 'panel',
    },
    'error.negotiation': {
      question: 'How is an error reported to a request whose `Accept` does not begin with JSON?',
      choices: {
        json: 'JSON, as for any other request.',
        html: 'A page in HTML; but a redirection to the login page instead of 401, and to the page before instead of an invalid field.',
      },
      panel: 'html',
    },
    'status.options': {
      question: 'Which status does the response to OPTIONS have, outside of CORS preflights?',
      choices: statuses('204 No Content', '200 OK, with nothing in it'),
      panel: '200',
      pervasive: true,
    },
  }),
} as const satisfies Record<string, Declared>
