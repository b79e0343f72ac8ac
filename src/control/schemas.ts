import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { gapSubjects } from '../contract/gaps/index.ts'
import { CallFields, FaultInfo, FaultList, FaultProfile, FaultRule } from '../faults/schemas.ts'
import { scenarioNames } from '../fixtures/names.ts'
import { tableNames } from '../store/tables.ts'
import { tokenKinds, tokenStatuses } from '../store/tokens.ts'
import { dayPattern } from '../util/day.ts'
import { snapshotName } from '../util/names.ts'

/**
 * The schemas of the requests and responses of the control API. `src/sandboxes/model.ts` has the same data as types
 * with
 * comments; a test compares the two.
 */

const strict = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

const words = <W extends string>(...all: readonly W[]) => Type.Unsafe<W>({ type: 'string', enum: all })

const stringOrNull = () => Type.Unsafe<string | null>({ type: ['string', 'null'] })
const integerOrNull = () => Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const rowOrNull = () => Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'] })

export const WorldInfo = strict({
  seed: Type.String(),
  scenario: Type.Unsafe<string>(words(...scenarioNames)),
  scale: Type.Integer(),
  today: Type.String({ pattern: dayPattern }),
  checksum: Type.String({ pattern: '^[0-9a-f]{12}$' }),
})

export const Health = strict({
  status: words('ok'),
  version: Type.String(),
  world: WorldInfo,
  sandboxes: Type.Integer(),
  deviations: Type.Array(Type.String()),
})

export const Message = strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.Unknown() })

export const RowChange = strict({
  table: words(...tableNames),
  id: Type.Integer(),
  before: rowOrNull(),
  after: rowOrNull(),
})

export const LoggedRequest = strict({
  id: Type.Integer(),
  at: Type.String(),
  method: Type.String(),
  path: Type.String(),
  operation: stringOrNull(),
  status: integerOrNull(),
  duration: Type.Number(),
  bearer: stringOrNull(),
  request: Message,
  response: Message,
  assumed: Type.Array(Type.String()),
  fault: stringOrNull(),
  repeats: Type.Integer(),
  changes: Type.Array(RowChange),
})

export const RequestList = strict({ requests: Type.Array(LoggedRequest) })

export const RequestCriteria = Type.Partial(
  strict({
    operation: CallFields.properties.operation,
    method: Type.String(),
    path: Type.String({ description: 'Path without query; `*` stands for any characters.' }),
    status: Type.Integer(),
    body: Type.Unknown({ description: 'A part that the JSON body of the request must contain.' }),
    since: Type.Integer({ minimum: 0, description: 'Only requests with a higher id.' }),
  }),
  { additionalProperties: false },
)

export const Count = strict({ count: Type.Integer() })

export const SnapshotInfo = strict({ name: Type.String(), at: Type.String(), checksum: Type.String() })

export const SnapshotList = strict({ snapshots: Type.Array(SnapshotInfo) })

export const SnapshotName = strict({ name: Type.String(snapshotName) })

export const GapInfo = strict({
  id: Type.String(),
  section: Type.String(),
  subject: words(...gapSubjects),
  question: Type.String(),
  choices: Type.Array(strict({ id: Type.String(), text: Type.String() })),
  choice: stringOrNull(),
  default: stringOrNull(),
  panel: stringOrNull(),
})

export const GapList = strict({ gaps: Type.Array(GapInfo) })

export const GapChanges = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  description:
    'A choice by gap; null removes a setting. `profile` sets all gaps first, and null for it removes all settings.',
  additionalProperties: { type: ['string', 'null'] },
})

const kind = () => words(...tokenKinds)
const status = () => words(...tokenStatuses)

export const TokenInfo = strict({
  name: Type.String(),
  token: Type.String(),
  kind: kind(),
  status: status(),
  rootAdministrator: Type.Boolean(),
  downgraded: Type.Boolean({
    description:
      'Whether the token belongs to a root administrator but has the permissions of an ordinary user.',
  }),
  userId: Type.Integer(),
  who: Type.String(),
  families: strict({ application: Type.Boolean(), admin: Type.Boolean(), client: Type.Boolean() }),
})

export const TokenList = strict({ tokens: Type.Array(TokenInfo) })

const tokenChange = strict({
  status: Type.Optional(status()),
  kind: Type.Optional(kind()),
  rootAdministrator: Type.Optional(
    Type.Boolean({ description: '`false` downgrades the token of a root administrator.' }),
  ),
})

export const TokenChange = Type.Unsafe<Static<typeof tokenChange> | null>({
  ...tokenChange,
  type: ['object', 'null'],
  description: 'null undoes all changes of the token.',
})

export const TokenChanges = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Changes by the name or text of a token.',
  additionalProperties: TokenChange,
})

export const NewToken = strict({
  kind: kind(),
  user: Type.Integer({ minimum: 1, description: 'Id of the user.' }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})

export const SandboxList = strict({
  sandboxes: Type.Array(strict({ name: Type.String(), requests: Type.Integer() })),
})

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

const ofTables = (schema: object) => Object.fromEntries(tableNames.map((name) => [name, schema]))

const newRows = {
  type: 'object',
  description: 'Fields of the rows, links to other rows, and `count`.',
  properties: { count: { type: 'integer', minimum: 0 } },
}

/** The builder checks the whole plan. */
export const RowPlan = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Rows to be made, by table: a number of them, or their fields.',
  additionalProperties: false,
  properties: ofTables({
    anyOf: [{ type: 'integer', minimum: 0 }, newRows, { type: 'array', items: newRows }],
  }),
})

export const MadeRows = strict({
  rows: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    description: 'The rows that were asked for, by table.',
    additionalProperties: false,
    properties: ofTables({ type: 'array', items: { type: 'object' } }),
  }),
})

/** The builder checks the whole edit. */
export const RowEdit = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'Fields of the row and links to other rows.',
})

export const MadeRow = strict({ row: Type.Unsafe<Record<string, unknown>>({ type: 'object' }) })

export const FaultOrProfile = Type.Union([FaultRule, strict({ profile: Type.String() })])

export { FaultInfo, FaultList, FaultProfile, FaultRule }

/** An error of the control API: RFC 9457. */
export const Problem = strict({
  type: words('about:blank'),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'The error, and what would be right.' }),
  errors: Type.Optional(
    Type.Array(strict({ field: Type.String(), rule: Type.String(), detail: Type.String() }), {
      description: 'An entry for each wrong parameter or field; missing where no single one is wrong.',
    }),
  ),
})
