import { allOperations } from '../contract/companions.ts'
import { takesMethod, takesPath } from '../contract/match-operation.ts'
import type { FieldError } from '../http/errors.ts'
import { fieldsOf } from '../util/field.ts'
import { CallFields } from './schemas.ts'

/** The criteria that select calls. */
interface Calls {
  readonly operation?: keyof typeof allOperations
  readonly method?: string
  /** `*` stands for any characters. */
  readonly path?: string
}

/** The criteria of `Calls` as fields, for fault rules and for searches of the request log. */
export const callFields = fieldsOf(CallFields)

/** The reason why no call can meet all criteria; undefined if a call may meet them. */
export function contradiction({ operation, method, path }: Calls): FieldError | undefined {
  if (operation === undefined) return undefined
  const own = allOperations[operation]
  const is = `${operation} is ${own.method} ${own.path}`
  if (method !== undefined && !takesMethod(own, method)) {
    const detail = `"method" cannot be "${method}" beside that "operation": ${is}.`
    return { field: 'method', rule: 'prohibited', detail }
  }
  // Whether a path with a wildcard can match the operation is not checked.
  if (path !== undefined && !path.includes('*') && !takesPath(own, path)) {
    const detail = `"path" cannot be "${path}" beside that "operation": ${is}.`
    return { field: 'path', rule: 'prohibited', detail }
  }
  return undefined
}
