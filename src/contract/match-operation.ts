import type { Operation } from './operations.ts'

/** Whether a request method is for an operation; a HEAD request is for the GET operation. */
export const takesMethod = ({ method }: Operation, asked: string): boolean =>
  method === (asked === 'HEAD' ? 'GET' : asked)

export const isParameter = (segment: string): boolean => segment.startsWith('{')

/** The names of the parameters in a path, in their order. */
export const parametersIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** A path with a text in the place of each parameter. */
export const fillPath = (path: string, text: (name: string) => string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(name))

/** A regular expression for the paths of an operation, with a group for each parameter. */
export const pathPattern = ({ path }: { readonly path: string }): RegExp =>
  new RegExp(`^${fillPath(path, () => '([^/]+)')}$`)

/** Whether a path, without query and sandbox, is for an operation. */
export const takesPath = (operation: Operation, asked: string): boolean => pathPattern(operation).test(asked)
