import type { Static, TObject, TProperties } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { gapSubjects } from '../contract/gaps/index.ts'
import { day } from '../contract/schemas/day.ts'
import { CallFields, FaultRule } from '../faults/schemas.ts'
import { scenarioNames } from '../fixtures/names.ts'
import { mostServers } from '../fixtures/standard-world.ts'
import { rowSchemas } from '../store/rows.ts'
import { type TableName, tableNames } from '../store/tables.ts'
import { tokenKinds, tokenStatuses } from '../store/tokens.ts'
import { sandboxName, snapshotName } from '../util/names.ts'
import type { Immutable } from '../util/objects.ts'

/**
 * The data that calls of the library and requests to the control API send and receive, as schemas: their checks, the
 * OpenAPI description, the types, and the comments in the published types come from here.
 */

const strict = <P extends TProperties>(properties: P, options = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options })

const words = <W extends string>(all: readonly W[], options = {}) =>
  Type.Unsafe<W>({ type: 'string', enum: all, ...options })

const stringOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const rowOrNull = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description })

const moment = (description: string) =>
  Type.String({ description: `${description}, ISO 8601 with milliseconds.` })

const checksum = () =>
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    description: '12 hexadecimal digits; equal worlds have equal checksums.',
  })

/** The identity of a world, and a digest of its current content. */
export const WorldInfo = strict({
  seed: Type.String(),
  scenario: Type.Unsafe<string>(words(scenarioNames)),
  scale: Type.Integer({ description: 'Number of servers that the demo was generated with.' }),
  today: Type.String({
    ...day,
    description: 'The UTC day that the generated dates of the world lie before, such as `2026-06-01`.',
  }),
  checksum: checksum(),
})

/** The identity of a world, and a digest of its current content. */
export type WorldInfo = Immutable<Static<typeof WorldInfo>>

/** The world after a reset; without options, the world at the start. */
export const ResetOptions = Type.Partial(
  strict({
    seed: Type.String({ minLength: 1, description: 'Seed of another world.' }),
    scenario: words(scenarioNames, { description: 'Scenario of another world.' }),
    scale: Type.Integer({
      minimum: 1,
      maximum: mostServers,
      description: 'Number of servers in the demo world.',
    }),
    today: Type.String({
      ...day,
      description: 'UTC day that all dates lie before; by default the day of the current world.',
    }),
  }),
  { additionalProperties: false },
)

/** The world after a reset; without options, the world at the start. */
export type ResetOptions = Immutable<Static<typeof ResetOptions>>

/** `GET health`. */
export const Health = strict({
  status: words(['ok']),
  version: Type.String(),
  world: WorldInfo,
  sandboxes: Type.Integer({ description: 'Number of sandboxes.' }),
  deviations: Type.Array(Type.String(), {
    description: 'Ids of the deviations from the document that were set at the start.',
  }),
})

/** `GET health`. */
export type Health = Immutable<Static<typeof Health>>

/** Headers, and the parsed body if it is JSON; tokens and passwords are redacted. */
export const Message = strict({
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Unknown({
    description:
      'null without a body. A body above the size limit of the log is replaced by a sentence that says so.',
  }),
})

/** Headers, and the parsed body if it is JSON; tokens and passwords are redacted. */
export type Message = Immutable<Static<typeof Message>>

/** A row that a request changed. */
export const RowChange = strict({
  table: words(tableNames),
  id: Type.Integer(),
  before: rowOrNull('null for a new row.'),
  after: rowOrNull('null for a removed row.'),
})

/** A row that a request changed. */
export type RowChange = Immutable<Static<typeof RowChange>>

/** One request of the log: `GET requests`, `POST requests/find`, the event `request`. */
export const LoggedRequest = strict({
  id: Type.Integer({ description: 'Ascending in each world.' }),
  at: moment('Time of arrival'),
  method: Type.String(),
  path: Type.String({ description: 'Path and query, without the prefix of the sandbox.' }),
  operation: stringOrNull(
    'Id of the operation that the request was for; null for a path without an operation.',
  ),
  status: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Status of the response; null if the connection was closed without a response.',
  }),
  duration: Type.Number({ description: 'Milliseconds until the response was ready.' }),
  owner: stringOrNull('The owner of the token; null without a known token.'),
  request: Message,
  response: Message,
  assumed: Type.Array(Type.String(), { description: 'Gaps that the response depends on.' }),
  fault: stringOrNull('The fault that was applied, such as `code=503`; null if none was.'),
  end: words(['response', 'client', 'fault'], {
    description:
      'How the request ended: with a response, because the client closed the connection, or by a fault that closed it.',
  }),
  repeats: Type.Integer({
    description: 'Number of automatic repetitions of the request by a browser, after a broken connection.',
  }),
  changes: Type.Array(RowChange, { description: 'The rows that all attempts of the request changed.' }),
})

/** One request of the log: `GET requests`, `POST requests/find`, the event `request`. */
export type LoggedRequest = Immutable<Static<typeof LoggedRequest>>

/** `GET requests`, oldest first, and `POST requests/find`. */
export const RequestList = strict({ requests: Type.Array(LoggedRequest) })

/** `GET requests`, oldest first, and `POST requests/find`. */
export type RequestList = Immutable<Static<typeof RequestList>>

/** The criteria of `POST requests/count` and `POST requests/find`; a request must meet all that are given. */
export const RequestCriteria = Type.Partial(
  strict({
    ...CallFields.properties,
    path: Type.String({
      pattern: `^(?!/~${sandboxName.pattern}(?:/|$))[/*][^?#]*$`,
      says: 'a path that starts with / or *, without query and sandbox, such as /api/application/*',
      description: 'Path without query; `*` stands for any characters.',
    }),
    status: Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the response.' }),
    body: Type.Unknown({ description: 'A part that the JSON body of the request must contain.' }),
    since: Type.Integer({ minimum: 0, description: 'Only requests with a higher id.' }),
  }),
  { additionalProperties: false },
)

/** The criteria of `POST requests/count` and `POST requests/find`; a request must meet all that are given. */
export type RequestCriteria = Immutable<Static<typeof RequestCriteria>>

export const Count = strict({ count: Type.Integer() })

export const StartOptions = strict({
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of rows to start; 1 by default.' }),
  ),
})

/** A saved state of a world. */
export const SnapshotInfo = strict({
  name: Type.String(),
  at: moment('Time of the snapshot'),
  checksum: checksum(),
})

/** A saved state of a world. */
export type SnapshotInfo = Immutable<Static<typeof SnapshotInfo>>

/** `GET snapshots`, oldest first. */
export const SnapshotList = strict({ snapshots: Type.Array(SnapshotInfo) })

/** `GET snapshots`, oldest first. */
export type SnapshotList = Immutable<Static<typeof SnapshotList>>

export const SnapshotName = strict({ name: Type.String(snapshotName) })

/** One gap and its current choice. A gap that responses cannot show has no choices, and null as choice. */
export const GapInfo = strict({
  id: Type.String(),
  section: Type.String({ description: 'Section of the document.' }),
  subject: words(gapSubjects, { description: 'What the gap is about.' }),
  question: Type.String(),
  choices: Type.Array(strict({ id: Type.String(), text: Type.String() })),
  choice: stringOrNull('The current choice; null for a gap without choices.'),
  default: stringOrNull('The choice without settings; null for a gap without choices.'),
  panel: stringOrNull('The choice of the real panel; null for a gap without choices.'),
})

/** One gap and its current choice. A gap that responses cannot show has no choices, and null as choice. */
export type GapInfo = Immutable<Static<typeof GapInfo>>

/** `GET gaps`, and the response of `PATCH gaps`. */
export const GapList = strict({ gaps: Type.Array(GapInfo) })

/** `GET gaps`, and the response of `PATCH gaps`. */
export type GapList = Immutable<Static<typeof GapList>>

export const GapChanges = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  description:
    'A choice by gap; null removes a setting. `profile` sets all gaps first, and null for it removes all settings.',
  additionalProperties: { type: ['string', 'null'] },
})

const kind = () => words(tokenKinds)
const status = () => words(tokenStatuses)

/** A token, its owner, and the API families that currently accept it. */
export const TokenInfo = strict({
  name: Type.String({ description: '`application`, `rootClient`, `userClient`, ...' }),
  token: Type.String(),
  kind: kind(),
  status: status(),
  rootAdministrator: Type.Boolean(),
  downgraded: Type.Boolean({
    description:
      'Whether the token belongs to a root administrator but has the permissions of an ordinary user.',
  }),
  userId: Type.Integer(),
  who: Type.String({ description: 'The owner in words, such as `ordinary user river_kris`.' }),
  families: strict({ application: Type.Boolean(), admin: Type.Boolean(), client: Type.Boolean() }),
})

/** A token, its owner, and the API families that currently accept it. */
export type TokenInfo = Immutable<Static<typeof TokenInfo>>

/** `GET tokens`, and the response of `PATCH tokens`. */
export const TokenList = strict({ tokens: Type.Array(TokenInfo) })

/** `GET tokens`, and the response of `PATCH tokens`. */
export type TokenList = Immutable<Static<typeof TokenList>>

/** A change of a token. */
export const TokenChange = strict({
  status: Type.Optional(status()),
  kind: Type.Optional(kind()),
  rootAdministrator: Type.Optional(
    Type.Boolean({ description: '`false` downgrades the token of a root administrator.' }),
  ),
})

/** A change of a token. */
export type TokenChange = Immutable<Static<typeof TokenChange>>

export const TokenChanges = Type.Record(
  Type.String(),
  Type.Union([TokenChange, Type.Null()], { description: 'null undoes all changes of the token.' }),
  { description: 'Changes by the name or text of a token.' },
)

export const NewToken = strict({
  kind: kind(),
  user: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })], {
    says: 'the id, user name or e-mail address of a user',
    description: 'Id, user name or e-mail address of the user.',
  }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})

export { Effect, FaultInfo, FaultList, FaultProfile, FaultRule } from '../faults/schemas.ts'

/** `GET sandboxes`, the most recently used sandbox last. */
export const SandboxList = strict({
  sandboxes: Type.Array(strict({ name: Type.String(), requests: Type.Integer() })),
})

/** `GET sandboxes`, the most recently used sandbox last. */
export type SandboxList = Immutable<Static<typeof SandboxList>>

/** `worldOf` checks the whole state. */
export const WorldState = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'A whole world in the format of a data file.',
  required: ['format', 'version', 'seed', 'scenario', 'scale', 'today', 'tables'],
  properties: {
    format: { const: 'nestbox-world' },
    version: { const: 1 },
    seed: { type: 'string' },
    scenario: { type: 'string' },
    scale: { type: 'integer' },
    today: { type: 'string' },
    lastIds: { type: 'object', additionalProperties: { type: 'integer' } },
    tables: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  },
})

const ofTables = (schemaOf: (table: TableName) => object) =>
  Object.fromEntries(tableNames.map((name) => [name, schemaOf(name)]))

/** The fields of a row but for its id. */
function rowFields(table: TableName): object {
  const { id: _, ...fields } = rowSchemas[table].properties
  return fields
}

const newRows = (table: TableName) => ({
  type: 'object',
  description: 'Fields of the rows, links to other rows, and `count`.',
  properties: { count: { type: 'integer', minimum: 0 }, ...rowFields(table) },
})

/** The builder checks the whole plan. */
export const RowPlan = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Rows to be made, by table: a number of them, or their fields.',
  additionalProperties: false,
  properties: ofTables((table) => ({
    anyOf: [
      { type: 'integer', minimum: 0 },
      newRows(table),
      { type: 'array', items: { type: 'object', description: 'The same for each row.' } },
    ],
  })),
})

export const MadeRows = strict({
  rows: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The rows that were asked for, by table.',
    additionalProperties: false,
    properties: ofTables(() => ({ type: 'array', items: { type: 'object' } })),
  }),
})

/** The builder checks the whole edit. */
export const RowEdit = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Fields of the row and links to other rows.',
})

export const MadeRow = strict({ row: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) })

export const FaultOrProfile = Type.Union([FaultRule, strict({ profile: Type.String() })])

/** An error of the control API: RFC 9457. */
export const Problem = strict({
  type: words(['about:blank']),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'The error, and what would be right.' }),
  errors: Type.Optional(
    Type.Array(strict({ field: Type.String(), rule: Type.String(), detail: Type.String() }), {
      description: 'An entry for each wrong parameter or field; missing where no single one is wrong.',
    }),
  ),
})
