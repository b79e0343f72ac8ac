import { allOperations } from '../contract/companions.ts'
import { takesMethod, takesPath } from '../contract/match-operation.ts'
import { methods } from '../contract/operations.ts'
import type { FieldError } from '../http/errors.ts'
import { type Field, oneOf } from './effect.ts'

/** What tells calls apart. */
interface Calls {
  readonly operation?: keyof typeof allOperations
  readonly method?: string
  /** `*` stands for anything. */
  readonly path?: string
}

/** What rules of faults and searches of the log take of it, as it is on the wire. */
export const callFields = {
  operation: oneOf(Object.keys(allOperations)),
  method: oneOf([...methods, 'HEAD']),
} as const satisfies Partial<Record<keyof Calls, Field>>

/** Why there is no call of which all that holds; undefined if there may be one. */
export function contradiction({ operation, method, path }: Calls): FieldError | undefined {
  if (operation === undefined) return undefined
  const own = allOperations[operation]
  const is = `${operation} is ${own.method} ${own.path}`
  if (method !== undefined && !takesMethod(own, method)) {
    const detail = `"method" cannot be "${method}" beside that "operation": ${is}.`
    return { field: 'method', rule: 'prohibited', detail }
  }
  // Of a path with a star it would take more to tell, and a slip shows there less.
  if (path !== undefined && !path.includes('*') && !takesPath(own, path)) {
    const detail = `"path" cannot be "${path}" beside that "operation": ${is}.`
    return { field: 'path', rule: 'prohibited', detail }
  }
  return undefined
}
