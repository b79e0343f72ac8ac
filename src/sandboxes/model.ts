import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { gapSubjects } from '../contract/gaps/index.ts'
import { recordOf } from '../contract/objects.ts'
import { closed, mapOf, moment, oneOf, partial, stringOrNull } from '../contract/schemas/data.ts'
import { day } from '../contract/schemas/primitives.ts'
import { FaultRule } from '../faults/schemas.ts'
import { scenarioNames } from '../fixtures/names.ts'
import { rowFields, worldSchema } from '../store/rows.ts'
import { type TableName, tableNames } from '../store/tables.ts'
import { tokenKinds, tokenStatuses } from '../store/tokens.ts'
import { mostServers, seedLength, snapshotName } from '../util/names.ts'
import type { Immutable } from '../util/objects.ts'

/**
 * The data that calls of the library and requests to the control API send and receive, as schemas: their checks, the
 * OpenAPI description, the types, and the comments in the published types come from here.
 */

const checksum = () =>
  Type.String({
    pattern: '^[0-9a-f]{12}$',
    description: '12 hexadecimal digits; equal worlds have equal checksums.',
  })

/** The identity of a world, and a digest of its current content. */
export const WorldInfo = closed({
  seed: Type.String(),
  scenario: Type.Unsafe<string>(oneOf(scenarioNames)),
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
export const ResetOptions = partial({
  seed: Type.String({ minLength: 1, ...seedLength, description: 'Seed of another world.' }),
  scenario: oneOf(scenarioNames, { description: 'Scenario of another world.' }),
  scale: Type.Integer({
    minimum: 1,
    maximum: mostServers,
    description: 'Number of servers in the demo world.',
  }),
  today: Type.String({
    ...day,
    description: 'UTC day that all dates lie before; by default the day of the current world.',
  }),
})

/** The world after a reset; without options, the world at the start. */
export type ResetOptions = Immutable<Static<typeof ResetOptions>>

/** `GET health`. */
export const Health = closed({
  status: oneOf(['ok']),
  version: Type.String(),
  world: WorldInfo,
  sandboxes: Type.Integer({ description: 'Number of sandboxes.' }),
  deviations: Type.Array(Type.String(), {
    description: 'Ids of the deviations from the document that were set at the start.',
  }),
})

/** `GET health`. */
export type Health = Immutable<Static<typeof Health>>

export const Count = closed({ count: Type.Integer() })

export const StartOptions = partial({
  count: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: 'Maximum number of rows to start; 1 by default.',
  }),
})

/** A saved state of a world. */
export const SnapshotInfo = closed({
  name: Type.String(),
  at: moment('Time of the snapshot'),
  checksum: checksum(),
})

/** A saved state of a world. */
export type SnapshotInfo = Immutable<Static<typeof SnapshotInfo>>

/** `GET snapshots`, oldest first. */
export const SnapshotList = closed({ snapshots: Type.Array(SnapshotInfo) })

/** `GET snapshots`, oldest first. */
export type SnapshotList = Immutable<Static<typeof SnapshotList>>

export const SnapshotName = closed({ name: Type.String(snapshotName) })

/** One gap and its current choice. A gap that responses cannot show has no choices, and null as choice. */
export const GapInfo = closed({
  id: Type.String(),
  section: Type.String({ description: 'Section of the document.' }),
  subject: oneOf(gapSubjects, { description: 'What the gap is about.' }),
  question: Type.String(),
  choices: Type.Array(closed({ id: Type.String(), text: Type.String() })),
  choice: stringOrNull({ description: 'The current choice; null for a gap without choices.' }),
  default: stringOrNull({ description: 'The choice without settings; null for a gap without choices.' }),
  panel: stringOrNull({ description: 'The choice of the real panel; null for a gap without choices.' }),
})

/** One gap and its current choice. A gap that responses cannot show has no choices, and null as choice. */
export type GapInfo = Immutable<Static<typeof GapInfo>>

/** `GET gaps`, and the response of `PATCH gaps`. */
export const GapList = closed({ gaps: Type.Array(GapInfo) })

/** `GET gaps`, and the response of `PATCH gaps`. */
export type GapList = Immutable<Static<typeof GapList>>

export const GapChanges = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  description:
    'A choice by gap; null removes a setting. `profile` sets all gaps first, and null for it removes all settings.',
  says: 'an object with at most 1000 gaps',
  maxProperties: 1_000,
  additionalProperties: { type: ['string', 'null'], maxLength: 1_000 },
})

const kind = () => oneOf(tokenKinds)
const status = () => oneOf(tokenStatuses)

/** A token, its owner, and the API families that currently accept it. */
export const TokenInfo = closed({
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
  families: closed({ application: Type.Boolean(), admin: Type.Boolean(), client: Type.Boolean() }),
})

/** A token, its owner, and the API families that currently accept it. */
export type TokenInfo = Immutable<Static<typeof TokenInfo>>

/** `GET tokens`, and the response of `PATCH tokens`. */
export const TokenList = closed({ tokens: Type.Array(TokenInfo) })

/** `GET tokens`, and the response of `PATCH tokens`. */
export type TokenList = Immutable<Static<typeof TokenList>>

/** A change of a token. */
export const TokenChange = partial({
  status: status(),
  kind: kind(),
  rootAdministrator: Type.Boolean({ description: '`false` downgrades the token of a root administrator.' }),
})

/** A change of a token. */
export type TokenChange = Immutable<Static<typeof TokenChange>>

export const TokenChanges = mapOf(
  Type.Union([TokenChange, Type.Null()], { description: 'null undoes all changes of the token.' }),
  {
    description: 'Changes by the name or text of a token.',
    says: 'an object with at most 10000 tokens',
    maxProperties: 10_000,
  },
)

export const NewToken = closed({
  kind: kind(),
  user: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })], {
    says: 'the id, user name or e-mail address of a user',
    description: 'Id, user name or e-mail address of the user.',
  }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})

export { Effect, FaultInfo, FaultList, FaultProfile, FaultRule } from '../faults/schemas.ts'
export { LoggedRequest, Message, RequestCriteria, RequestList, RowChange } from '../journal/schemas.ts'

/** `GET sandboxes`, the most recently used sandbox last. */
export const SandboxList = closed({
  sandboxes: Type.Array(closed({ name: Type.String(), requests: Type.Integer() })),
})

/** `GET sandboxes`, the most recently used sandbox last. */
export type SandboxList = Immutable<Static<typeof SandboxList>>

/** `worldOf` checks the whole state. */
export const WorldState = Type.Unsafe<Record<string, unknown>>(worldSchema)

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
  properties: recordOf(tableNames, (table) => ({
    anyOf: [
      { type: 'integer', minimum: 0 },
      newRows(table),
      { type: 'array', items: { type: 'object', description: 'The same for each row.' } },
    ],
  })),
})

export const MadeRows = closed({
  rows: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The rows that were asked for, by table.',
    additionalProperties: false,
    properties: recordOf(tableNames, () => ({ type: 'array', items: { type: 'object' } })),
  }),
})

/** The builder checks the whole edit. */
export const RowEdit = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Fields of the row and links to other rows.',
})

export const MadeRow = closed({ row: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) })

export const FaultOrProfile = Type.Union([FaultRule, closed({ profile: Type.String() })])

/** An error of the control API: RFC 9457. */
export const Problem = closed({
  type: oneOf(['about:blank']),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'The error, and what would be right.' }),
  errors: Type.Optional(
    Type.Array(closed({ field: Type.String(), rule: Type.String(), detail: Type.String() }), {
      description: 'An entry for each wrong parameter or field; missing where no single one is wrong.',
    }),
  ),
})
