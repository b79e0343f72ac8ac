import { signal } from '@preact/signals'
import { hashOf, type Route, routeOf, type ViewId } from '../pure/route.ts'

/** Where in the page one is. */
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

/** What names no view is not left in the address as if it named the one that is shown. */
function read(): Route {
  const route = routeOf(location.hash)
  const hash = hashOf(route.view, ...route.parts)
  if (location.hash !== '' && location.hash !== hash) history.replaceState(history.state, '', hash)
  return route
}
