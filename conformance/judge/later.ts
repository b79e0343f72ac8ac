import { Unjudged } from './outcome.ts'
import { type Attributes, nested, nestedItems } from './parts.ts'
import { isObject } from './reception.ts'
import type { Granted, Scenes } from './scenes.ts'

/**
 * The promised node as the answer of a startup update shows it: no operation reads one.
 * @throws Unjudged where it does not show
 */
export function nodeIn({ attributes }: Granted, { session }: Scenes): Attributes {
  const node = nested(attributes, 'node')
  if (!node || attributes['node'] !== session.resource('node'))
    throw new Unjudged('no later answer shows the node')
  return node
}

/**
 * The startup command of the promised server as the answer of an import shows it: no operation reads one.
 * @throws Unjudged where the server does not show
 */
export function commandIn({ attributes }: Granted, { session }: Scenes): unknown {
  const { id } = session.resource('server')
  const server = nestedItems(attributes, 'servers').find((item) => item['id'] === id)
  if (!server) throw new Unjudged('no later answer shows the server')
  const { container } = server
  return isObject(container) ? container['startup_command'] : undefined
}
