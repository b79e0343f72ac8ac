import { hasRelationships, type Included } from './view.ts'

/** Levels of relationships that a request can include. */
export const mostLevels = 2

/** The relationships that a query includes: `include=variables,tags` or `include[]=node.location`. */
export function includedBy(query: string): Included {
  const all: Tree = new Map()
  const parameters = new URLSearchParams(query)
  for (const text of [...parameters.getAll('include'), ...parameters.getAll('include[]')]) {
    for (const path of text.split(',')) {
      path.split('.', mostLevels).reduce<Tree>((tree, name) => {
        const below = tree.get(name) ?? new Map()
        tree.set(name, below)
        return below
      }, all)
    }
  }
  return all
}

type Tree = Map<string, Tree>

/** A copy of a response without the relationships that were not included. */
export function pruned<T extends object>(response: T, included: Included): T {
  if ('data' in response && Array.isArray(response.data))
    return { ...response, data: response.data.map((item: object) => pruned(item, included)) }
  if (!hasRelationships(response)) return response
  const { relationships, ...fields } = response.attributes
  const shown = Object.entries(relationships).flatMap(([name, value]) => {
    const below = included.get(name)
    return below ? [[name, pruned(value, below)]] : []
  })
  const nested = shown.length > 0 && { relationships: Object.fromEntries(shown) }
  return { ...response, attributes: { ...fields, ...nested } }
}
