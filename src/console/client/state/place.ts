import { signal } from '@preact/signals'
import { sandboxName } from '../../../util/names.ts'
import { hashOf, type Route, routeOf, type ViewId, viewOf } from '../pure/route.ts'

/** The path of this page, with the final slash that `/~name` may lack, so that relative URLs work. */
const pathname = location.pathname.endsWith('/') ? location.pathname : `${location.pathname}/`

/** The sandbox of this console; undefined for the main world. */
export const sandbox: string | undefined = new RegExp(`/~(${sandboxName.pattern})/$`).exec(pathname)?.[1]

/** The base URL of all requests, without a final slash. */
export const base: string = location.origin + pathname.slice(0, -1)

/** The current view and its parameters. */
export const here = signal<Route>(read())

export function followAddress(): void {
  addEventListener('hashchange', () => {
    here.value = read()
  })
}

export const go = (view: ViewId, ...parts: readonly (string | number)[]): void => {
  location.hash = hashOf(view, ...parts)
  here.value = read()
}

/** Reads the URL; a hash that does not name a view is replaced by the hash of the shown view. */
function read(): Route {
  const route = routeOf(location.hash)
  const hash = hashOf(route.view, ...route.parts)
  if (location.hash !== '' && location.hash !== hash) history.replaceState(history.state, '', hash)
  return route
}

/** The URL of the console of a sandbox, or of the main world, at the current view but without its entry. */
export const consoleOf = (name: string | undefined): string => {
  const main = sandbox === undefined ? `${base}/` : base.slice(0, -`~${sandbox}`.length)
  return (name === undefined ? main : `${main}~${name}/`) + hashOf(...viewOf(here.value))
}
