import { sandboxName } from '../../../util/names.ts'
import { hashOf, viewOf } from '../pure/route.ts'
import { here } from './here.ts'

/** The path of this page, with the final slash that `/~name` may lack, so that relative URLs work. */
const pathname = location.pathname.endsWith('/') ? location.pathname : `${location.pathname}/`

/** The sandbox of this console; undefined for the main world. */
export const sandbox: string | undefined = new RegExp(`/~(${sandboxName.pattern})/$`).exec(pathname)?.[1]

/** The base URL of all requests, without a final slash. */
export const base: string = location.origin + pathname.slice(0, -1)

/** The URL of the console of a sandbox, or of the main world, at the current view but without its entry. */
export const consoleOf = (name: string | undefined): string => {
  const main = sandbox === undefined ? `${base}/` : base.slice(0, -`~${sandbox}`.length)
  return (name === undefined ? main : `${main}~${name}/`) + hashOf(...viewOf(here.value))
}
