import { signal } from '@preact/signals'
import { hashOf, type Route, routeOf, type ViewId } from '../pure/route.ts'

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
