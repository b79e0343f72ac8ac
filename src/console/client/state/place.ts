import { sandboxName } from '../../../sandboxes/names.ts'

/** Where this page is served: with the slash that `/~name` may lack, so that relative addresses hold. */
const pathname = location.pathname.endsWith('/') ? location.pathname : `${location.pathname}/`

/** The sandbox whose console this is; undefined for the main world. */
export const sandbox: string | undefined = new RegExp(`/~(${sandboxName.pattern})/$`).exec(pathname)?.[1]

/** What all requests start with, without a slash at the end. */
export const base: string = location.origin + pathname.slice(0, -1)

/** The console of a sandbox, or of the main world. */
export const consoleOf = (name: string | undefined): string => {
  const main = sandbox === undefined ? `${base}/` : base.slice(0, -`~${sandbox}`.length)
  return name === undefined ? main : `${main}~${name}/`
}
