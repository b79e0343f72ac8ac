/** The names of the views, those of the menu in the order of their keys. */
export const viewNames = {
  try: 'Operations',
  requests: 'Requests',
  data: 'Data',
  tokens: 'Tokens',
  gaps: 'Gaps',
  faults: 'Faults',
  worlds: 'World',
  reference: 'Reference',
} as const

export type ViewId = keyof typeof viewNames

// `Object.keys` does not know which names an object has.
const allViews = Object.keys(viewNames) as ViewId[]

/** The views of the menu. */
export const viewIds = allViews.filter((id) => id !== 'reference')

/** The state of the page that its URL holds after `#`. */
export interface Route {
  readonly view: ViewId
  readonly parts: readonly string[]
}

export function routeOf(hash: string): Route {
  const [first = '', ...parts] = hash.replace(/^#?\/?/, '').split('/')
  const view = allViews.find((id) => id === first)
  return view ? { view, parts: parts.filter((part) => part !== '').map(decoded) } : { view: 'try', parts: [] }
}

export const hashOf = (view: ViewId, ...parts: readonly (string | number)[]): string =>
  `#/${[view, ...parts.map((part) => encodeURIComponent(part))].join('/')}`

/** A view with the part of its state that fits every world: an operation, a table or a gap, but no row or request. */
export const viewOf = ({ view, parts }: Route): [ViewId, ...string[]] =>
  view === 'requests' || view === 'worlds' ? [view] : [view, ...parts.slice(0, 1)]

/** A part of a URL without its escapes; invalid escapes stay. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
