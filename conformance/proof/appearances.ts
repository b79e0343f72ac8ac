import { type Kind, type OperationId, operations } from '../../src/contract/index.ts'
import type { Which } from './changes.ts'
import { type Place, placesOf } from './places.ts'

/** A place at which resources of a kind appear in responses. */
export interface Appearance {
  /** The end of the name of a mutant, after a comma. */
  readonly name: string
  readonly on: OperationId
  readonly which: Which
  readonly place: Place
}

/** The operations whose responses show a kind, at the top or nested; written by hand from sections 2 and 4. */
const shownBy: Readonly<Record<Kind, readonly (readonly [OperationId, 'top' | 'nested'])[]>> = {
  node: [
    ['updateNode', 'top'],
    ['updateServerStartup', 'nested'],
    ['listServerMounts', 'nested'],
  ],
  location: [['updateNode', 'nested']],
  tag: [
    ['syncNodeTags', 'top'],
    ['importEgg', 'nested'],
  ],
  egg: [
    ['importEgg', 'top'],
    ['updateServerStartup', 'nested'],
    ['listServerMounts', 'nested'],
  ],
  egg_variable: [['importEgg', 'nested']],
  server_variable: [['updateServerStartup', 'nested']],
  server: [
    ['updateServerStartup', 'top'],
    ['importEgg', 'nested'],
    ['listServerMounts', 'nested'],
  ],
  allocation: [['updateServerStartup', 'nested']],
  user: [
    ['createUser', 'top'],
    ['updateServerStartup', 'nested'],
  ],
  mount: [['listServerMounts', 'top']],
  backup: [['listServerBackups', 'top']],
  database: [['listHostDatabases', 'top']],
}

/**
 * Every place at which a kind appears: by operation, top or nested, by part of the responses, all resources or the
 * last.
 */
export const appearancesOf = (kind: Kind): readonly Appearance[] =>
  shownBy[kind].flatMap(([on, depth]) => {
    const { section } = operations[on]
    const at = depth === 'top' ? `in ${section}` : `nested in ${section}`
    const last = { name: `${at}, the last one`, on, which: { place: depth, item: 'last' } } as const
    const [everywhere, ...others] = placesOf(on)
    return [
      ...(everywhere ? [{ name: at, on, which: { place: depth }, place: everywhere }] : []),
      ...(everywhere ? [{ ...last, place: everywhere }] : []),
      ...others.map((place) => ({
        name: `${at}, ${place.name}`,
        on,
        which: { place: depth },
        place,
      })),
    ]
  })
