import { dirname, resolve } from 'node:path'
import { createAjv } from '../../src/contract/checking/compile.ts'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { withoutEndSlashes } from '../../src/contract/checking/url.ts'
import { isObject } from '../../src/contract/index.ts'
import type { EndSignal } from '../client/ending.ts'
import { wrongUrl } from '../client/probe.ts'
import { readCommentedJson } from './commented-json.ts'
import { contradictions, placeholder, placeholdersIn } from './contradictions.ts'
import { readText, type Unreadable } from './read-text.ts'
import { BadInput, BadTarget, longestTarget, type Target, TargetFile } from './target.ts'

// All errors of a file are reported at once.
const validate = createAjv({ allErrors: true }).compile(TargetFile)

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
  const unset = unsetVariables(content, env)
  if (left.length > 0)
    throw new BadTarget(
      `${[`${name}:`, ...faults, ...unset].join(' ')} Still "${placeholder}", as \`nestbox init\` wrote it; write each value, or delete its entry:`,
      left,
    )
  if (faults.length > 0) refuse([...faults, ...unset])
  // The schema has checked the file, which TypeScript cannot infer.
  const file = content as TargetFile
  const parts = {
    tokens: Object.fromEntries(
      Object.entries(file.tokens ?? {}).flatMap(([key, value]) => {
        const text = typeof value === 'string' ? value : textOf(value.env, env)
        return text === undefined ? [] : [[key, text]]
      }),
    ),
    resources: file.resources ?? {},
    requests: file.requests ?? {},
    // Users write query parameters in either of the two places.
    query: { ...file.requests?.query, ...file.query },
    headers: file.headers ?? {},
  }
  refuse([...unset, ...contradictions(parts)])
  return {
    // `formFaults` has checked that the file has a `baseUrl`.
    baseUrl: withoutEndSlashes(String(file.baseUrl)),
    disposable: file.disposable ?? false,
    ...parts,
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
  const url = isObject(content) ? wrongUrl(String(content['baseUrl'])) : undefined
  const all = [
    ...wrong.map(({ detail }) => detail),
    ...(isComplete ? [] : ['It must have the field `baseUrl`, such as http://127.0.0.1:4141.']),
    ...(url === undefined ? [] : [`\`baseUrl\` must ${url}.`]),
  ]
  const rest = all.length - mostComplaints
  return rest > 0 ? [...all.slice(0, mostComplaints), `${rest} more are wrong.`] : all
}

interface TargetFileOptions {
  /** The variables for tokens that the file names by `env`. */
  readonly env?: Env
  /** Replaces the `baseUrl` of the file. */
  readonly baseUrl?: string | undefined
  /** Ends the wait for a pipe. */
  readonly signal?: Pick<EndSignal, 'aborted'> | undefined
}

/**
 * Reads a target file, and the egg file that it names.
 * @throws BadInput for a file that is missing, unreadable or not a valid target file
 */
export async function readTargetFile(
  path: string,
  { env = process.env, baseUrl, signal }: TargetFileOptions = {},
): Promise<Target> {
  const content = await readCommentedJson(path, { most: longestTarget, signal })
  const placed = isObject(content) && baseUrl !== undefined ? { ...content, baseUrl } : content
  const { importEggPath, ...target } = readTarget(placed, path, env)
  if (importEggPath === undefined) return target
  // The path is relative to the target file, not to the working directory.
  const importEggFile = resolve(dirname(path), importEggPath)
  const importEgg = await readText(importEggFile).catch((error: Unreadable) => {
    throw new BadInput(
      `${path}: files.importEgg names ${importEggPath}, which cannot be read: ${error.message}.`,
    )
  })
  return { ...target, importEgg, importEggFile }
}
