/** A behaviour of a real server that breaks the document. */
export interface Deviation {
  /** Ids of the clauses that a server with this deviation breaks. */
  readonly breaks: readonly string[]
  /** The behaviour of the server where the document says something else. */
  readonly text: string
  /** The servers that have this behaviour. */
  readonly seenIn: string
  /** Whether `panel` includes the deviation; one version of the real panel has all deviations of `panel` at once. */
  readonly isOfPanel: boolean
}

const ofPanel = (text: string, ...breaks: readonly string[]): Deviation => ({
  ...{ breaks, text },
  seenIn: 'the next major version of the real panel',
  isOfPanel: true,
})

/** Every deviation by id, in the order of the document. */
export const deviations = {
  'variable-times': ofPanel(
    'The timestamps of a server variable have six decimals and end in `Z`.',
    '2.1#timestamps',
    '2.7#created_at',
    '2.7#updated_at',
  ),
  'node-without-mounts': ofPanel(
    'The response to the node update has no `mounts`.',
    '2.2#mounts',
    '4.1#mounts',
  ),
  'nested-node-without-count': ofPanel('A nested node has no `servers_count`.', '2.2#servers_count'),
  'tags-without-meta': ofPanel('Tags in a list have no `meta`.', '2.4#meta-resource'),
  'logs-as-list': ofPanel(
    'The `config.logs` of an egg without log settings is an empty array.',
    '2.5#config.logs',
  ),
  'variable-without-required': ofPanel('A server variable has no `required`.', '2.7#required'),
  'environment-number': ofPanel(
    '`P_SERVER_ALLOCATION_LIMIT` in `container.environment` is a number.',
    '2.8#container.environment',
  ),
  'mounts-without-relationships': ofPanel('Mounts have no `relationships`.', '2.11#relationships'),
  'description-before-update': {
    breaks: ['4.1#updates-description'],
    text: 'The response to the node update has the description from before the update.',
    seenIn: 'version 1.x of the real panel',
    isOfPanel: false,
  },
  'relationships-as-list': ofPanel(
    'The `relationships` of a node, egg, server or user is an empty array unless the request includes some.',
    '4.3#relationships',
  ),
} satisfies Record<string, Deviation>

export type DeviationId = keyof typeof deviations

export const deviationIds = Object.keys(deviations) as DeviationId[]

/** A settable name: one deviation, or `panel` for those of the real panel. */
export type DeviationName = DeviationId | 'panel'

export const deviationNames: readonly DeviationName[] = ['panel', ...deviationIds]

/** The deviations of a list of names, each once, in the order of the document. */
export const deviationsNamed = (names: readonly DeviationName[]): readonly DeviationId[] =>
  deviationIds.filter((id) => names.includes(id) || (names.includes('panel') && deviations[id].isOfPanel))
