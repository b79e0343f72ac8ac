import type { Operation } from './operations.ts'

/** Whether a request method is for an operation; a HEAD request is for the GET operation. */
export const takesMethod = ({ method }: Operation, asked: string): boolean =>
  method === (asked === 'HEAD' ? 'GET' : asked)

export const isParameter = (segment: string): boolean => segment.startsWith('{')

/** Whether a path, without query and sandbox, is for an operation. */
export function takesPath({ path }: Operation, asked: string): boolean {
  const wanted = path.split('/')
  const given = asked.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at]))
  )
}
