import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { breaks, longestDelay, moments } from '../faults/effect.ts'
import { scenarioNames } from '../fixtures/scenario-names.ts'
import { snapshotName } from '../sandboxes/names.ts'
import { tokenKinds, tokenStatuses } from '../store/tokens.ts'

/** What the control API sends and takes, as schemas; `src/sandboxes/model.ts` has the same as types. */

const strict = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

const words = (...all: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: all })

const orNull = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })

export const WorldInfo = strict({
  seed: Type.String(),
  scenario: words(...scenarioNames),
  scale: Type.Integer(),
  checksum: Type.String({ pattern: '^[0-9a-f]{12}$' }),
})

export const Health = strict({
  status: words('ok'),
  version: Type.String(),
  world: WorldInfo,
  sandboxes: Type.Integer(),
})

export const Message = strict({ headers: Type.Record(Type.String(), Type.String()), body: Type.Unknown() })

export const RowChange = strict({
  table: Type.String(),
  id: Type.Integer(),
  before: orNull('object'),
  after: orNull('object'),
})

export const LoggedRequest = strict({
  id: Type.Integer(),
  at: Type.String(),
  method: Type.String(),
  path: Type.String(),
  operation: orNull('string'),
  status: orNull('integer'),
  duration: Type.Number(),
  bearer: orNull('string'),
  request: Message,
  response: Message,
  assumed: Type.Array(Type.String()),
  fault: orNull('string'),
  changes: Type.Array(RowChange),
})

export const RequestList = strict({ requests: Type.Array(LoggedRequest) })

export const RequestCriteria = Type.Partial(
  strict({
    operation: Type.String(),
    method: Type.String(),
    path: Type.String({ description: 'Without its query; `*` stands for anything.' }),
    status: Type.Integer(),
    body: Type.Unknown({ description: 'Must be contained in the JSON body that was sent.' }),
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
  question: Type.String(),
  choices: Type.Array(strict({ id: Type.String(), text: Type.String() })),
  choice: orNull('string'),
  default: orNull('string'),
  panel: orNull('string'),
})

export const GapList = strict({ gaps: Type.Array(GapInfo) })

export const GapChanges = Type.Unsafe<Record<string, string | null>>({
  type: 'object',
  description:
    'A choice by gap, null for what holds without; `profile` turns all of them first, as null does all of them back.',
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
    description: 'Whether it belongs to a root administrator and does not count as that of one.',
  }),
  userId: Type.Integer(),
  who: Type.String(),
  families: strict({ application: Type.Boolean(), admin: Type.Boolean(), client: Type.Boolean() }),
})

export const TokenList = strict({ tokens: Type.Array(TokenInfo) })

export const TokenChange = Type.Unsafe<object | null>({
  ...strict({
    status: Type.Optional(status()),
    kind: Type.Optional(kind()),
    rootAdministrator: Type.Optional(
      Type.Boolean({ description: '`false` downgrades the token of a root administrator.' }),
    ),
  }),
  type: ['object', 'null'],
  description: 'null takes back all that was changed in the token.',
})

export const TokenChanges = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'A change by name or text of a token.',
  additionalProperties: TokenChange,
})

export const NewToken = strict({
  kind: kind(),
  user: Type.Integer({ minimum: 1, description: 'Id of the user it belongs to.' }),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})

export const SandboxList = strict({
  sandboxes: Type.Array(strict({ name: Type.String(), requests: Type.Integer() })),
})

/** Checked whole where it is taken over. */
export const WorldState = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'All of a world: the format of a data file.',
  required: ['format', 'version', 'seed', 'scenario', 'scale', 'tables'],
  properties: {
    format: { const: 'nestbox-world' },
    version: { const: 1 },
    seed: { type: 'string' },
    scenario: { type: 'string' },
    scale: { type: 'integer' },
    lastIds: { type: 'object', additionalProperties: { type: 'integer' } },
    tables: { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
  },
})

const milliseconds = Type.Integer({ minimum: 0, maximum: longestDelay })

const effect = {
  code: Type.Optional(Type.Integer({ minimum: 400, maximum: 599 })),
  delay: Type.Optional(
    Type.Union([milliseconds, Type.Array(milliseconds, { minItems: 2, maxItems: 2 })], {
      description: 'Milliseconds: as many, or from and to.',
    }),
  ),
  fault: Type.Optional(words(...breaks)),
  when: Type.Optional(words(...moments)),
  retryAfter: Type.Optional(Type.Integer({ minimum: 0, description: 'Seconds.' })),
}

const rule = {
  operation: Type.Optional(Type.String({ description: 'Id of the operation.' })),
  method: Type.Optional(Type.String()),
  path: Type.Optional(Type.String({ description: '`*` stands for anything.' })),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  from: Type.Optional(Type.Integer({ minimum: 1, description: 'The first matching call that it hits.' })),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'How many calls it hits.' })),
  chain: Type.Optional(
    Type.Array(Type.Union([strict(effect), Type.Literal('pass')]), {
      description:
        'One for each matching call, in the place of the fields of an effect; `pass` lets it pass.',
    }),
  ),
  ...effect,
}

export const FaultRule = strict(rule)

export const FaultOrProfile = Type.Union([FaultRule, strict({ profile: Type.String() })])

export const FaultInfo = strict({
  ...rule,
  id: Type.String(),
  calls: Type.Integer({
    description: 'Calls to this world that it is for, without those that an earlier rule decided.',
  }),
  hits: Type.Integer({ description: 'Calls to this world that it hit.' }),
  inherited: Type.Optional(
    Type.Literal(true, {
      description: 'In a sandbox: it is one of the whole server, and can be taken away there.',
    }),
  ),
})

export const FaultProfile = strict({ name: Type.String(), text: Type.String(), rules: Type.Array(FaultRule) })

export const FaultList = strict({ rules: Type.Array(FaultInfo), profiles: Type.Array(FaultProfile) })

/** How the tool itself refuses: RFC 9457. */
export const Problem = strict({
  type: words('about:blank'),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'What was wrong, and what would be right.' }),
  errors: Type.Optional(
    Type.Array(strict({ field: Type.String(), rule: Type.String(), detail: Type.String() }), {
      description: 'An entry for each parameter or field that is wrong; left out where it is none of them.',
    }),
  ),
})
