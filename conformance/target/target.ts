import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type OperationId, operationIds } from '../../src/contract/index.ts'
import type { TokenName } from '../client/credentials.ts'
import type { Query } from '../client/request-path.ts'

const Token = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  ],
  { says: 'a string that is not empty, or the name of a variable as { "env": "..." }' },
)

const id = Type.Integer({ minimum: 0 })

const server = () => Type.Object({ id, uuid: Type.String({ minLength: 1 }) }, { additionalProperties: false })

const host = () => Type.Union([Type.String({ minLength: 1 }), id])

/** Fields that are merged into every body of an operation. */
const fields = () => Type.Optional(Type.Record(Type.String(), Type.Unknown()))

/** Query parameters of each operation. */
const query = Type.Partial(
  Type.Record(
    Type.Union(operationIds.map((operation) => Type.Literal(operation))),
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ),
  { additionalProperties: false },
)

export const baseUrl = () =>
  Type.String({
    pattern: '^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
    says: 'a URL with http or https, without a user name and without a query, such as http://127.0.0.1:4141',
  })

/** The target file: the address of a server, its tokens and its resources. */
export const TargetFile = Type.Object(
  {
    format: Type.Optional(Type.Literal(1)),
    baseUrl: Type.Optional(baseUrl()),
    disposable: Type.Optional(Type.Boolean()),
    tokens: Type.Optional(
      Type.Object(
        {
          application: Type.Optional(Token),
          rootClient: Type.Optional(Token),
          userClient: Type.Optional(Token),
          otherUserClient: Type.Optional(Token),
        } satisfies Record<TokenName, TSchema>,
        { additionalProperties: false },
      ),
    ),
    resources: Type.Optional(
      Type.Object(
        {
          node: Type.Optional(id),
          location: Type.Optional(id),
          tags: Type.Optional(Type.Array(id)),
          egg: Type.Optional(id),
          otherEgg: Type.Optional(id),
          server: Type.Optional(server()),
          databaseHost: Type.Optional(host()),
          otherNode: Type.Optional(id),
          otherServer: Type.Optional(server()),
          otherDatabaseHost: Type.Optional(host()),
        },
        { additionalProperties: false },
      ),
    ),
    requests: Type.Optional(
      Type.Object(
        {
          syncTags: fields(),
          updateNode: fields(),
          createUser: fields(),
          startup: fields(),
          startupOtherEgg: fields(),
          query: Type.Optional(query),
        },
        { additionalProperties: false },
      ),
    ),
    query: Type.Optional(query),
    files: Type.Optional(
      Type.Object(
        { importEgg: Type.Optional(Type.String({ minLength: 1 })) },
        { additionalProperties: false },
      ),
    ),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    // For readers of the file only: the kit fails a deviation like any other.
    deviations: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
)

export type TargetFile = Static<typeof TargetFile>

/** A target as the kit uses it: variables are replaced by their values, and defaults are filled in. */
export interface Target {
  /** The base URL without a slash at the end. */
  readonly baseUrl: string
  /** Whether the kit may write. */
  readonly disposable: boolean
  readonly tokens: Partial<Record<TokenName, string>>
  readonly resources: NonNullable<TargetFile['resources']>
  readonly requests: Omit<NonNullable<TargetFile['requests']>, 'query'>
  /** Query parameters of each operation. */
  readonly query?: Partial<Record<OperationId, Query>>
  /** The text of the egg share file to import; if undefined, the kit imports its own. */
  readonly importEgg?: string
  readonly headers: Readonly<Record<string, string>>
}

/** Input that the kit cannot use; the message is one sentence with the reason. */
export class BadInput extends Error {
  override readonly name: string = 'BadInput'
  /** Entries to which the message refers, each for a line of its own. */
  readonly entries: readonly string[]

  constructor(message: string, entries: readonly string[] = []) {
    super(message)
    this.entries = entries
  }
}

/** A target file that cannot be used; the message says what is wrong and what would be right. */
export class BadTarget extends BadInput {
  override readonly name = 'BadTarget'
}
