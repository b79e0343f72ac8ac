import { companions } from './contract/companions.ts'
import type { Choice } from './contract/gaps.ts'
import { families, type Operation, operations } from './contract/operations.ts'
import { ApiError } from './errors.ts'

/** Which operations there are beyond the eight. Section 4.9. */
type Beyond = Choice<'operations.beyond'>

const theEight: readonly Operation[] = Object.values(operations)
const all: readonly Operation[] = [...theEight, ...Object.values(companions)]

const served = (beyond: Beyond): readonly Operation[] => (beyond === 'companions' ? all : theEight)

/**
 * The refusal of a request that no operation answers: 405 where the path is one
 * of an operation, else 404 naming the routes that come nearest. Either names
 * the switch that would make it one.
 */
export function unknownRoute(method: string, path: string, beyond: Beyond): ApiError {
  const way = beyond === 'absent' && answering(method, path, all) ? ` ${theSwitch}` : ''
  const allow = allowedAt(path, beyond)
  if (allow !== undefined) {
    return new ApiError('methodNotAllowed', `${path} takes ${allow}, not ${method}.${way}`, {
      headers: { Allow: allow },
    })
  }
  const near = nearest(path, beyond)
  const hint =
    near.length > 0
      ? `near it: ${near.map((operation) => `${operation.method} ${operation.path}`).join(', ')}`
      : `the API lives under ${Object.values(families).join(', ')}`
  return new ApiError('notFound', `There is no ${method} ${path}; ${hint}.${way}`)
}

const theSwitch = 'nestbox --gap operations.beyond=companions serves it.'

/** The methods that a path takes, as `Allow` lists them; undefined for a path of no operation. */
export function allowedAt(path: string, beyond: Beyond): string | undefined {
  const here = served(beyond).filter((operation) => matches(operation, path))
  return here.length > 0 ? allowed(here) : undefined
}

/** The operation that a request is for, companions included. */
export const operationFor = (method: string, path: string): Operation | undefined =>
  answering(method, path, all)

const answering = (method: string, path: string, among: readonly Operation[]): Operation | undefined =>
  among.find(
    (operation) => operation.method === (method === 'HEAD' ? 'GET' : method) && matches(operation, path),
  )

const allowed = (here: readonly Operation[]): string =>
  [...new Set(here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'].join(
    ', ',
  )

const isParameter = (segment: string): boolean => segment.startsWith('{')

function matches({ path }: Operation, asked: string): boolean {
  const wanted = path.split('/')
  const given = asked.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at]))
  )
}

/** Routes that share the most words with the path, if they share more than a prefix of the API. */
function nearest(path: string, beyond: Beyond): readonly Operation[] {
  const words = new Set(path.toLowerCase().split('/').filter(Boolean))
  const scored = served(beyond).map((operation) => {
    const own = operation.path.split('/').filter((segment) => segment !== '' && !isParameter(segment))
    return { operation, score: own.filter((word) => words.has(word)).length }
  })
  const best = Math.max(...scored.map(({ score }) => score))
  return best > 1 ? scored.filter(({ score }) => score === best).map(({ operation }) => operation) : []
}
