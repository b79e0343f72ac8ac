import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { TokenName } from '../client/credentials.ts'
import type { Query } from '../client/request-path.ts'
import { isObject } from '../judge/reception.ts'
import { contradictions, placeholder, placeholdersIn } from './contradictions.ts'
import { unknownKey } from './unknown-key.ts'

const Token = Type.Union([
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

/** Something given to the kit that it cannot use; the message is one sentence that says what and why. */
export class BadInput extends Error {
  override readonly name: string = 'BadInput'
}

/** A target file that cannot be used; the message says what is wrong and what would be right. */
export class BadTarget extends BadInput {
  override readonly name = 'BadTarget'
}

// Verbose errors have the schema, whose keys a complaint names.
const ajv = new Ajv({ allErrors: true, verbose: true })
const validate = ajv.compile(TargetFile)

/** Variables by their names, such as `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads a target file's content.
 * @param name what to call the file in messages
 * @param env where tokens come from that the file names and does not hold
 * @throws BadTarget naming everything that is wrong
 */
export function readTarget(
  content: unknown,
  name: string,
  env: Env = {},
): Omit<Target, 'importEgg'> & {
  readonly importEggPath?: string
} {
  const refuse = (complaints: readonly string[]): void => {
    if (complaints.length > 0) throw new BadTarget(`${name}: ${complaints.join('. ')}.`)
  }
  const faults = formFaults(content)
  if (faults.length > 0) refuse([...faults, ...unsetVariables(content, env)])
  // Checked by the schema just now, which the compiler cannot follow.
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
    // The form has one.
    baseUrl: String(file.baseUrl).replace(/\/+$/, ''),
    disposable: file.disposable ?? false,
    ...parts,
    requests: file.requests ?? {},
    // Both places are natural readings of where parameters of requests stand.
    query: { ...file.requests?.query, ...file.query },
    ...(file.files?.importEgg !== undefined && { importEggPath: file.files.importEgg }),
  }
}

/** Tokens that are to come from variables which are not set, each in a sentence without its full stop. */
function unsetVariables(content: unknown, env: Env): readonly string[] {
  const tokens = isObject(content) && isObject(content['tokens']) ? content['tokens'] : {}
  return Object.entries(tokens).flatMap(([key, token]) => {
    const variable = isObject(token) ? token['env'] : undefined
    if (typeof variable !== 'string' || textOf(variable, env) !== undefined) return []
    return [`tokens.${key}: a token is to come from the environment, but ${variable} is not set`]
  })
}

/** The value of a variable. Every object inherits something under names such as `toString`. */
const textOf = (variable: string, env: Env): string | undefined =>
  (Object.hasOwn(env, variable) && env[variable]) || undefined

/** Complaints that are listed of one file; more of them have one cause. */
const mostComplaints = 10

/** What is wrong with the form of a file, each as a sentence without its full stop. */
function formFaults(content: unknown): readonly string[] {
  const left = placeholdersIn(content)
  const errors = validate(content) ? [] : (validate.errors ?? [])
  const complaints = new Map<string, string>()
  for (const error of errors) {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const { additionalProperty = '' } = error.params
    // A union complains of each of its parts, and a placeholder has no form.
    const entry = `${path} ${additionalProperty}`
    if (!left.includes(path) && !complaints.has(entry)) complaints.set(entry, complaint(path, error))
  }
  const isComplete = !isObject(content) || content['baseUrl'] !== undefined
  const all = [
    ...complaints.values(),
    ...(isComplete ? [] : ['baseUrl must be there, such as http://127.0.0.1:4141']),
    ...(left.length > 0
      ? [
          `${left.join(', ')}: "${placeholder}" of \`nestbox init\` is left in; write the value, or delete the entry`,
        ]
      : []),
  ]
  const rest = all.length - mostComplaints
  return rest > 0 ? [...all.slice(0, mostComplaints), `${rest} more are wrong`] : all
}

function complaint(path: string, error: ErrorObject): string {
  const subject = path || 'it'
  if (error.keyword === 'additionalProperties')
    return unknownKey(
      subject,
      error.params['additionalProperty'],
      Object.keys(error.parentSchema?.['properties'] ?? {}),
    )
  if (error.keyword === 'const') return `${subject} must be ${JSON.stringify(error.params['allowedValue'])}`
  return `${subject} ${error.message}`
}
