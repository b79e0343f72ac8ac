import type { Static, TProperties, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type OperationId, operationIds } from '../../src/contract/index.ts'
import { mapOf } from '../../src/contract/schemas/data.ts'
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

/** A part of paths; servers accept some 8,000 characters in a whole path. */
const name = Type.String({ minLength: 1, maxLength: 1_000 })

const resource = Type.Object({ id, uuid: name }, { additionalProperties: false })

const host = Type.Union([name, id], {
  says: 'a string that is not empty, of at most 1000 characters, or an integer from 0',
})

const path = Type.String({
  pattern: '^[^\\0]{1,1000}$',
  says: 'the path of a file, of at most 1000 characters',
})

/** The kit sends all of them in one body. */
const tags = Type.Array(id, { maxItems: 1_000 })

/** Fields that are merged into every body of an operation. */
const fields = Type.Record(Type.String(), Type.Unknown())

/** An object with some of these fields and no others. */
const some = <P extends TProperties>(properties: P) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false })

/** Query parameters of each operation. */
const query = Type.Partial(
  Type.Record(
    Type.Union(operationIds.map((operation) => Type.Literal(operation))),
    // For a union, each wrong value would have three errors, which are compared with those of all others.
    mapOf(Type.Unsafe<string | number>({ type: ['string', 'number'] })),
  ),
  { additionalProperties: false },
)

export const baseUrl = () =>
  Type.String({
    pattern: '^(?!.{2001})https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
    says: 'a URL with http or https, such as http://127.0.0.1:4141, without a user name and without a query, of at most 2000 characters',
  })

/** Maximum size of a target file, in bytes: what it adds to requests is sent, redacted and reported with each of them. */
export const longestTarget = 100_000

/** The target file: the address of a server, its tokens and its resources. */
export const TargetFile = some({
  format: Type.Literal(1),
  baseUrl: baseUrl(),
  disposable: Type.Boolean(),
  tokens: some({
    application: Token,
    rootClient: Token,
    userClient: Token,
    otherUserClient: Token,
  } satisfies Record<TokenName, TSchema>),
  resources: some({
    ...{ node: id, location: id, tags, egg: id, otherEgg: id, server: resource },
    ...{ databaseHost: host, otherNode: id, otherServer: resource, otherDatabaseHost: host },
  }),
  requests: some({
    ...{ syncTags: fields, updateNode: fields, createUser: fields, startup: fields },
    ...{ startupOtherEgg: fields, query },
  }),
  query,
  files: some({ importEgg: path }),
  headers: mapOf(Type.String()),
  // For readers of the file only: the kit fails a deviation like any other.
  deviations: Type.Array(Type.String()),
})

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
  /** The path of its file. */
  readonly importEggFile?: string
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

/** A target file that cannot be used; the message names the error and the expected value. */
export class BadTarget extends BadInput {
  override readonly name = 'BadTarget'
}
