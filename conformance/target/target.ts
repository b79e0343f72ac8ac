import type { Static, TSchema } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { TokenName } from '../client/credentials.ts'
import type { Query } from '../client/request-path.ts'
import { isObject } from '../judge/reception.ts'
import { contradictions, placeholder, placeholdersIn } from './contradictions.ts'

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
    Type.Union(Object.keys(operations).map((operation) => Type.Literal(operation))),
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  ),
  { additionalProperties: false },
)

/** The target file: the address of a server, its tokens and its resources. */
const TargetFile = Type.Object(
  {
    format: Type.Optional(Type.Literal(1)),
    baseUrl: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$',
        says: 'a URL with http or https, without a user name and without a query, such as http://127.0.0.1:4141',
      }),
    ),
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

type TargetFile = Static<typeof TargetFile>

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

const ajv = new Ajv({ allErrors: true })
ajv.addVocabulary(['says'])
const validate = ajv.compile(TargetFile)

/** Environment variables by name, such as `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the content of a target file.
 * @param name the name of the file in messages
 * @param env the variables for tokens that the file names by `env`
 * @throws BadTarget with a message that names everything that is wrong
 */
export function readTarget(
  content: unknown,
  name: string,
  env: Env = {},
): Omit<Target, 'importEgg'> & {
  readonly importEggPath?: string
} {
  const refuse = (complaints: readonly string[]): void => {
    if (complaints.length > 0) throw new BadTarget(`${name}: ${complaints.join(' ')}`)
  }
  const left = placeholdersIn(content)
  const faults = formFaults(content, left)
  if (left.length > 0) {
    const more = [...faults, ...unsetVariables(content, env)].map((fault) => ` ${fault}`).join('')
    throw new BadTarget(
      `${name}:${more} Still "${placeholder}", as \`nestbox init\` wrote it; write each value, or delete its entry:`,
      left,
    )
  }
  if (faults.length > 0) refuse([...faults, ...unsetVariables(content, env)])
  // The schema has checked the file, which TypeScript cannot infer.
  const file = content as TargetFile
  const unset = unsetVariables(file, env)
  const parts = {
    tokens: Object.fromEntries(
      Object.entries(file.tokens ?? {}).flatMap(([key, value]) => {
        const text = typeof value === 'string' ? value : textOf(value.env, env)
        return text === undefined ? [] : [[key, text]]
      }),
    ),
    resources: file.resources ?? {},
    headers: file.headers ?? {},
  }
  refuse([...unset, ...contradictions(parts)])
  return {
    // `formFaults` has checked that the file has a `baseUrl`.
    baseUrl: String(file.baseUrl).replace(/\/+$/, ''),
    disposable: file.disposable ?? false,
    ...parts,
    requests: file.requests ?? {},
    // Users write query parameters in either of the two places.
    query: { ...file.requests?.query, ...file.query },
    ...(file.files?.importEgg !== undefined && { importEggPath: file.files.importEgg }),
  }
}

/** Tokens whose environment variables are not set, each as a sentence. */
function unsetVariables(content: unknown, env: Env): readonly string[] {
  const tokens = isObject(content) && isObject(content['tokens']) ? content['tokens'] : {}
  return Object.entries(tokens).flatMap(([key, token]) => {
    const variable = isObject(token) ? token['env'] : undefined
    if (typeof variable !== 'string' || textOf(variable, env) !== undefined) return []
    return [`\`tokens.${key}\`: the token should come from the environment, but ${variable} is not set.`]
  })
}

/** The value of an own property: every object inherits properties such as `toString`. */
const textOf = (variable: string, env: Env): string | undefined =>
  (Object.hasOwn(env, variable) && env[variable]) || undefined

/** Maximum number of complaints about one file; more of them usually have one cause. */
const mostComplaints = 10

/** Errors in the structure of a file, each as a sentence; no value of the file is quoted, because it may be a token. */
function formFaults(content: unknown, left: readonly string[]): readonly string[] {
  const names = { subject: 'It', nameOf: (path: string) => `\`${path}\``, hidesValues: true }
  const isLeft = (field: string): boolean => left.includes(field.replace(/\[(\d+)\]/g, '.$1'))
  const wrong = errorsIn(validate, content, names).filter(({ field }) => !isLeft(field))
  const isComplete = !isObject(content) || content['baseUrl'] !== undefined
  const all = [
    ...wrong.map(({ detail }) => detail),
    ...(isComplete ? [] : ['It must have the field `baseUrl`, such as http://127.0.0.1:4141.']),
  ]
  const rest = all.length - mostComplaints
  return rest > 0 ? [...all.slice(0, mostComplaints), `${rest} more are wrong.`] : all
}
