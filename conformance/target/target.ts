import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { TokenName } from '../client/credentials.ts'
import type { Query } from '../client/request-path.ts'
import { BadInput } from './bad-input.ts'

const token = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Object({ env: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
])

const id = Type.Integer({ minimum: 0 })

const server = () => Type.Object({ id, uuid: Type.String({ minLength: 1 }) }, { additionalProperties: false })

const host = () => Type.Union([Type.String({ minLength: 1 }), id])

/** Fields of a body, merged into every such body that the kit sends. */
const fields = () => Type.Optional(Type.Record(Type.String(), Type.Unknown()))

/** Parameters for the URL of each operation. */
const query = Type.Partial(
  Type.Record(
    Type.Union(Object.keys(operations).map((operation) => Type.Literal(operation))),
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ),
  { additionalProperties: false },
)

/** The target file: where a server is, and what is promised of it. */
const TargetFile = Type.Object(
  {
    format: Type.Optional(Type.Literal(1)),
    baseUrl: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+$' })),
    disposable: Type.Optional(Type.Boolean()),
    tokens: Type.Optional(
      Type.Object(
        {
          application: Type.Optional(token),
          rootClient: Type.Optional(token),
          userClient: Type.Optional(token),
          otherUserClient: Type.Optional(token),
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
    // Only tells readers of the file: a deviation fails like any other.
    deviations: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
)

type TargetFile = Static<typeof TargetFile>

/** A target as the kit uses it: tokens are texts, nothing is half there. */
export interface Target {
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Whether the kit may write. */
  readonly disposable: boolean
  readonly tokens: Partial<Record<TokenName, string>>
  readonly resources: NonNullable<TargetFile['resources']>
  readonly requests: Omit<NonNullable<TargetFile['requests']>, 'query'>
  /** Parameters for the URL of each operation. */
  readonly query?: Partial<Record<OperationId, Query>>
  /** The text of the egg share file to import; the kit has one of its own. */
  readonly importEgg?: string
  readonly headers: Readonly<Record<string, string>>
}

/** A target file that cannot be used; the message says what is wrong and what would be right. */
export class BadTarget extends BadInput {}

const ajv = new Ajv({ allErrors: true })
const validate = ajv.compile(TargetFile)

/** Variables by their names, such as `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads a target file's content.
 * @param name what to call the file in messages
 * @param env where tokens come from that the file names and does not hold
 * @throws BadTarget naming the first thing that is wrong
 */
export function readTarget(
  content: unknown,
  name: string,
  env: Env = {},
): Omit<Target, 'importEgg'> & {
  readonly importEggPath?: string
} {
  if (!validate(content)) throw new BadTarget(`${name}: ${complaint(validate.errors ?? [])}.`)
  // Checked by the schema just now, which the compiler cannot follow.
  const file = content as TargetFile
  if (file.baseUrl === undefined)
    throw new BadTarget(`${name}: baseUrl must be there, such as http://127.0.0.1:4141.`)
  const tokens = Object.fromEntries(
    Object.entries(file.tokens ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : fromEnv(value.env, name, env),
    ]),
  )
  const texts = Object.values(tokens)
  if (new Set(texts).size < texts.length)
    throw new BadTarget(`${name}: two of the tokens are the same; each must be of its own kind.`)
  const headers = Object.keys(file.headers ?? {})
  if (headers.some((header) => header.toLowerCase() === 'authorization'))
    throw new BadTarget(`${name}: headers may not have Authorization, which the kit varies by itself.`)
  return {
    baseUrl: file.baseUrl.replace(/\/+$/, ''),
    disposable: file.disposable ?? false,
    tokens,
    resources: file.resources ?? {},
    requests: file.requests ?? {},
    // Both places are natural readings of where parameters of requests stand.
    query: { ...file.requests?.query, ...file.query },
    headers: file.headers ?? {},
    ...(file.files?.importEgg !== undefined && { importEggPath: file.files.importEgg }),
  }
}

function fromEnv(variable: string, name: string, env: Env): string {
  // Every object inherits something under names such as `toString`.
  const value = Object.hasOwn(env, variable) ? env[variable] : undefined
  if (value === undefined || value === '') {
    throw new BadTarget(`${name}: a token is to come from the environment, but ${variable} is not set.`)
  }
  return value
}

function complaint(errors: readonly ErrorObject[]): string {
  const [error] = errors
  if (!error) return 'it is no target file'
  const path = error.instancePath.slice(1).replaceAll('/', '.') || 'it'
  if (error.keyword === 'additionalProperties') {
    return `${path} has a key "${error.params['additionalProperty']}" that no target file has`
  }
  if (error.keyword === 'const') return `${path} must be ${JSON.stringify(error.params['allowedValue'])}`
  return `${path} ${error.message}`
}
