import { type WrongField, wrongField } from '../contract/checking/errors-in.ts'
import { similar } from '../contract/checking/similar.ts'
import { allOperations } from '../contract/companions.ts'
import { takesMethod } from '../contract/operations.ts'
import type { FaultRule } from './schemas.ts'

type Calls = Pick<FaultRule, 'operation' | 'method' | 'path'>

/** The reason why no call can meet the criteria of a fault rule or of a search; undefined if a call may meet them. */
export function contradiction({ operation, method, path }: Calls): WrongField | undefined {
  if (operation === undefined) return undefined
  const own = allOperations[operation]
  const is = `${operation} is ${own.method} ${own.path}`
  const never = (field: string, value: string) =>
    wrongField(
      field,
      'prohibited',
      `The \`${field}\` cannot be "${value}" next to that \`operation\`: ${is}.`,
    )
  if (method !== undefined && !takesMethod(own, method)) return never('method', method)
  if (path !== undefined && !mayMatch(path, own.path)) return never('path', path)
  return undefined
}

/** The error of a path that no operation has; a request to it would be refused even without a fault. */
export function unknownPath({ path }: Calls): WrongField | undefined {
  const paths = [...new Set(Object.values(allOperations).map((operation) => operation.path))]
  if (path === undefined || paths.some((each) => mayMatch(path, each))) return undefined
  const [nearest = paths[0]] = similar(path, paths, 1)
  const detail = `No operation has a path that matches "${path.slice(0, 80)}"; the nearest is ${nearest}.`
  return wrongField('path', 'exists', detail)
}

/**
 * Whether a path can match both a pattern, in which `*` stands for any characters, and the path of an operation, in which
 * `{name}` stands for a segment.
 */
export function mayMatch(pattern: string, path: string): boolean {
  // A parameter is one character of a segment, followed by any number of them.
  const parts = [...path.matchAll(/\{\w+\}|./gs)].flatMap(([part]) =>
    part.length > 1 ? ['one', 'many'] : [part],
  )
  // The parts that a path can have reached after each character of the pattern.
  let reached = new Set([0])
  const skipMany = (at: number): number[] => (parts[at] === 'many' ? [at, at + 1] : [at])
  for (const each of pattern) {
    if (each === '*') {
      const first = Math.min(...reached)
      reached = new Set(Array.from({ length: parts.length - first + 1 }, (_, more) => first + more))
      continue
    }
    const next = [...reached].flatMap(skipMany).flatMap((at) => {
      const part = parts[at]
      if (part === 'one') return each === '/' ? [] : [at + 1]
      if (part === 'many') return each === '/' ? [] : [at]
      return part === each ? [at + 1] : []
    })
    if (next.length === 0) return false
    reached = new Set(next)
  }
  return [...reached].flatMap(skipMany).includes(parts.length)
}
