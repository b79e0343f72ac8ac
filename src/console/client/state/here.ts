import { signal } from '@preact/signals'
import { hashOf, type Route, routeOf, type ViewId } from '../pure/route.ts'

/** Where in the page one is. */
export const here = signal<Route>(routeOf(location.hash))

export function followAddress(): void {
  addEventListener('hashchange', () => {
    here.value = routeOf(location.hash)
  })
}

export const go = (view: ViewId, ...parts: readonly (string | number)[]): void => {
  location.hash = hashOf(view, ...parts)
  here.value = routeOf(location.hash)
}
