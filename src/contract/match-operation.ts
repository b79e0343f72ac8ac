import type { Operation } from './operations.ts'

/** Whether an operation is asked by a method; a HEAD asks whatever a GET does. */
export const takesMethod = ({ method }: Operation, asked: string): boolean =>
  method === (asked === 'HEAD' ? 'GET' : asked)

export const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Whether a path, without query and sandbox, is one of an operation. */
export function takesPath({ path }: Operation, asked: string): boolean {
  const wanted = path.split('/')
  const given = asked.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at]))
  )
}
