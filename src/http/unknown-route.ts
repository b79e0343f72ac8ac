import { allOperations, operationsBeyond } from '../contract/companions.ts'
import type { Choice } from '../contract/gaps/index.ts'
import {
  families,
  isParameter,
  type Operation,
  operations,
  servedAs,
  takesMethod,
  takesPath,
} from '../contract/operations.ts'
import { sandboxName, sandboxPrefix } from '../util/names.ts'
import { ApiError } from './errors.ts'

/** The operations beyond the document, by a gap. Section 4.9. */
type Beyond = Choice<'operations.beyond'>

/** The properties of a service that the refusal depends on. */
interface Service {
  readonly beyond: Beyond
  readonly hasConsole: boolean
}

const documented: readonly Operation[] = Object.values(operations)
const all: readonly Operation[] = Object.values(allOperations)

const served = (beyond: Beyond): readonly Operation[] => [...documented, ...operationsBeyond[beyond]]

/**
 * The refusal of a request that no operation serves: 405 where an operation has
 * the path, otherwise 404 with the most similar routes. Both name the gap setting
 * with which the request would be served, if there is one.
 */
export function unknownRoute(asked: string, path: string, { beyond, hasConsole }: Service): ApiError {
  const method = servedAs(asked)
  const choice = (['companions', 'panel'] as const).find((each) => answering(method, path, served(each)))
  const isOff = choice && !answering(method, path, served(beyond))
  const way = isOff ? ` ${theSwitch(choice, hasConsole)}` : ''
  const allow = allowedAt(path, beyond)
  if (allow !== undefined) {
    return new ApiError('methodNotAllowed', `${path} accepts ${allow}, not ${method}.${way}`, {
      headers: { Allow: allow },
    })
  }
  return new ApiError('notFound', `There is no ${method} ${path}; ${hint(path, beyond)}.${way}`)
}

function theSwitch(choice: Beyond, hasConsole: boolean): string {
  const flag = choice === 'companions' ? '--companions' : `--gap operations.beyond=${choice}`
  const orElse = hasConsole ? ', or change the gap operations.beyond in the console' : ''
  return `Start with "${flag}"${orElse}, and it is served.`
}

/** Suggests a path. The prefix of a sandbox with a valid name has already been removed from the path. */
function hint(path: string, beyond: Beyond): string {
  if (/^\/(?:~|%7e)/i.test(path) && !sandboxPrefix.test(path))
    return `the name of a sandbox is ${sandboxName.says}, and neither it nor its ~ is percent-encoded`
  const near = nearest(path, beyond)
  return near.length > 0
    ? `near it: ${near.map((operation) => `${operation.method} ${operation.path}`).join(', ')}`
    : `the API lives under ${Object.values(families).join(', ')}`
}

/** The methods that a path accepts, as in the header `Allow`; undefined for a path without operations. */
export function allowedAt(path: string, beyond: Beyond): string | undefined {
  const here = served(beyond).filter((operation) => takesPath(operation, path))
  const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return here.length > 0 ? [...new Set(methods), 'OPTIONS'].join(', ') : undefined
}

/** The operation that a request is for, of the document or beyond it. */
export const operationFor = (method: string, path: string): Operation | undefined =>
  answering(method, path, all)

const answering = (method: string, path: string, among: readonly Operation[]): Operation | undefined =>
  among.find((operation) => takesMethod(operation, method) && takesPath(operation, path))

/** The routes that are most similar to a path. None if these share fewer than two words with the path. */
function nearest(path: string, beyond: Beyond): readonly Operation[] {
  const asked = path.toLowerCase().split('/').filter(Boolean)
  const scored = served(beyond).map((operation) => ({ operation, ...likeness(operation, asked) }))
  const best = Math.max(...scored.map(({ score }) => score))
  return scored.filter(({ score, words }) => score === best && words > 1).map(({ operation }) => operation)
}

/** How similar a path is: by shared words (`nodes`, also written `node`), then by family, beginning and length. */
function likeness({ family, path }: Operation, asked: readonly string[]): { words: number; score: number } {
  const segments = path.split('/').filter(Boolean)
  const words = segments.filter((segment) => asked.some((word) => isLike(word, segment))).length
  const ofFamily = families[family].split('/').filter((word) => asked.includes(word)).length
  const end = segments.findIndex((segment, at) => !isParameter(segment) && !isLike(asked[at] ?? '', segment))
  const beginning = Math.min(end < 0 ? segments.length : end, asked.length)
  // No path of an operation has ten segments, and no request that is served at all has ten thousand.
  const score = ((words - ofFamily) * 10 + ofFamily) * 10 + beginning
  return { words, score: score * 10_000 - Math.abs(segments.length - asked.length) }
}

/** Whether a word equals a segment, or is its singular. */
const isLike = (word: string, segment: string): boolean => word === segment || `${word}s` === segment
