import type { Exchange } from '../../client/client.ts'
import { Redactor } from '../../client/redact.ts'
import type { Result } from '../../judge/outcome.ts'
import type { Run } from '../../run-result.ts'
import { redactRun } from '../../run-result.ts'
import type { About } from '../reporter.ts'

/** A text with the special characters and commands of all formats. */
const strange =
  'a "quoted" \'text\' <b onclick="x">&amp; ]]> --> </pre></script> 🪺\nsecond line: ::error::no %0A `tick` ``` | *x* # SKIP \\ \u001b[31m\u0000\u202e\ufffe\ud800'

/** A secret that does not look like a token, so that it is removed only because it is one of the target. */
export const plainCanary = 'canary/that+sings=in|any.place'

/** A secret that looks like a token, so that it is removed without a list of secrets. */
export const tokenCanary = 'ptlc_CanaryThatSings0123456789'

export const about: About = {
  version: '1.2.3',
  command: 'nestbox check http://127.0.0.1:4141',
}

const canaries = `${plainCanary} Bearer ${tokenCanary} ${encodeURIComponent(plainCanary)}`

export const answered: Exchange = {
  ask: {
    operation: 'createUser',
    method: 'POST',
    path: `/api/application/users?page=1&token=${encodeURIComponent(plainCanary)}&other=${tokenCanary}`,
    credential: 'application',
    token: 'application',
    json: { first_name: strange, [tokenCanary]: plainCanary },
  },
  reply: {
    status: 201,
    headers: {
      'content-type': 'application/json',
      'set-cookie': ['session=of-somebody'],
      location: `http://127.0.0.1:4141/users/1?token=${plainCanary}`,
      'x-echo': [canaries, strange],
    },
    text: JSON.stringify({ object: 'user', attributes: { name: strange, token: plainCanary } }).replaceAll(
      '/',
      '\\/',
    ),
    json: { object: 'user', attributes: { name: strange, token: plainCanary } },
  },
  failure: undefined,
  milliseconds: 12.5,
}

const unanswered: Exchange = {
  ask: {
    operation: 'importEgg',
    method: 'POST',
    path: '/api/admin/eggs/1/import',
    credential: 'rootClient',
    token: 'rootClient',
    file: `{"name":"${tokenCanary}"}`,
  },
  reply: undefined,
  failure: `the line broke after ${strange} ${canaries}`,
  milliseconds: 3,
}

const notJson: Exchange = {
  ask: {
    operation: 'listServerMounts',
    method: 'GET',
    path: '/api/admin/servers/1/mounts',
    credential: 'no-header',
    token: 'rootClient',
  },
  reply: { status: 502, headers: {}, text: `<html>${strange}</html>`, json: undefined },
  failure: undefined,
  milliseconds: 1,
}

const base = {
  section: '4.6',
  clauses: ['4.6#creates-email'],
  level: 'stated',
  title: 'the created user has the `email` that was sent',
} as const

const blame = {
  message: `${strange} ${canaries}`,
  expected: `"${strange}"`,
  actual: `"${canaries}"`,
  pointer: '/attributes/email',
  curl: `curl -i -H "Authorization: Bearer $NESTBOX_APPLICATION_TOKEN" 'http://127.0.0.1/${plainCanary}'`,
  exchange: answered,
}

/** Results of all statuses. */
const results: readonly Result[] = [
  { ...base, id: '5/create-user-takes-application', section: '5', status: 'pass' },
  {
    ...base,
    ...blame,
    id: '4.6/creates-email',
    status: 'fail',
    ignored: 'the exact status',
    message: `Another address came. ${blame.message}`,
    occurrences: {
      count: 3,
      of: 7,
      places: ['POST /api/application/users', `GET /strange/${plainCanary}`],
      others: [`The \`username\` differs as well. ${canaries}`],
    },
  },
  {
    ...base,
    ...blame,
    id: '4.3/response',
    section: '4.3',
    clauses: ['4.3#response', '4.3#route'],
    status: 'fail',
    pointer: '',
    exchange: unanswered,
  },
  {
    ...base,
    ...blame,
    id: '4.4/response',
    section: '4.4',
    level: 'inferred',
    status: 'fail',
    after: `PUT /before/${plainCanary}, ${canaries}`,
    exchange: notJson,
  },
  { ...base, ...blame, id: '4.6/warned', level: 'inferred', status: 'warn' },
  { ...base, id: '4.6/skipped', status: 'skip', message: `the target promises no ${strange} ${canaries}` },
  {
    ...base,
    id: '4.6/skipped-too',
    status: 'skip',
    message: `the target promises no ${strange} ${canaries}`,
  },
  {
    ...base,
    id: '4.6/broken',
    status: 'error',
    message: `Error: ${canaries}\n    at somewhere\n    at ${strange}`,
  },
  { ...base, ...blame, id: '4.6/excused', status: 'known' },
  { ...base, id: '4.6/fine', status: 'pass' },
]

/** A run with every kind of result, gap, field and remark, in which secrets are everywhere. */
const secretive: Run = {
  target: 'http://127.0.0.1:4141/~check',
  verdict: 'error',
  results,
  targetProblems: [`the target is ${strange} ${canaries}`],
  notSelected: [
    { id: '4.1/keeps-name', reason: 'the target pins `name`' },
    { id: '4.1/echoes-name', reason: 'the target pins `name`' },
  ],
  gaps: [
    {
      id: 'page.over-maximum',
      section: '8',
      title: 'What happens?',
      observed: 'clamp',
      detail: 'asked for 51',
    },
    {
      id: 'error.body',
      section: '7',
      title: 'What is it?',
      observed: 'other',
      detail: `${strange} ${canaries}`,
    },
    { id: 'events', section: '6', title: 'Are there events?', observed: 'unseen' },
  ],
  fields: { known: 12, seen: 10, never: ['node.memory', 'backup.checksum'] },
  ledger: [`a user ${strange} ${canaries}`],
  serverErrors: [`500 to GET /strange/${strange} ${canaries}`, '500 to GET /b, 2 times'],
  stale: ['4.8/response passes now'],
  requests: 3,
  exchanges: [answered, unanswered, notJson],
  startedAt: '2026-01-02T03:04:05.006Z',
  milliseconds: 1234.5,
}

/** That run as `run` returns it. @param secrets further secrets */
export const everythingBut = (...secrets: readonly string[]): Run =>
  redactRun(secretive, new Redactor([plainCanary, ...secrets]))

export const everything = everythingBut()

/** A run without any problem. */
export const peaceful: Run = {
  ...everything,
  verdict: 'conforms',
  results: results.filter(({ status }) => status === 'pass'),
  targetProblems: [],
  notSelected: [],
  gaps: [],
  fields: { known: 12, seen: 12, never: [] },
  ledger: [],
  serverErrors: [],
  stale: [],
}

/** A run that explored, and saw a difference once. */
export const explored: Run = {
  ...peaceful,
  exploration: {
    ...{ seed: 'a', requests: 9, episodes: 1, repeated: 0, findings: 0, coverage: [], resources: {} },
    notes: [`Another name is shown: ${strange}. Not judged: seen once, and not again.`],
    ended: `the server sent ${strange}`,
  },
}

/** A run against a server that sent no response. */
export const unreachable: Run = {
  ...everything,
  verdict: 'unreachable',
  results: results.filter(({ status }) => status === 'skip'),
  stale: [],
  exchanges: [unanswered],
}

/** A run that stopped before its first check. */
export const neverBegun: Run = {
  ...unreachable,
  results: [],
  targetProblems: [],
  notSelected: [],
  gaps: [],
  fields: { known: 0, seen: 0, never: [] },
  ledger: [],
  serverErrors: [],
  requests: 0,
  exchanges: [],
  milliseconds: 0,
}

/** A run with many failures. */
export const manyFailures = (count: number): Run => ({
  ...everything,
  verdict: 'nonconforming',
  results: Array.from({ length: count }, (_, index) => ({
    ...base,
    ...blame,
    id: `4.6/number-${index + 1}`,
    status: 'fail',
    message: `Address ${index + 1} is another one. ${blame.message}`,
  })),
})
