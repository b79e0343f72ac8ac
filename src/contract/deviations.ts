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

const next = 'the next major version of the real panel'

/** Every deviation by id, in the order of the document. */
export const deviations = {
  'variable-times': {
    breaks: ['2.1#timestamps', '2.7#created_at', '2.7#updated_at'],
    text: 'The timestamps of a server variable have six decimals and end in `Z`.',
    seenIn: next,
    isOfPanel: true,
  },
  'node-without-mounts': {
    breaks: ['2.2#mounts', '4.1#mounts'],
    text: 'The response to the node update has no `mounts`.',
    seenIn: next,
    isOfPanel: true,
  },
  'tags-without-meta': {
    breaks: ['2.4#meta-resource'],
    text: 'Tags in a list have no `meta`.',
    seenIn: next,
    isOfPanel: true,
  },
  'logs-as-list': {
    breaks: ['2.5#config.logs'],
    text: 'The `config.logs` of an egg without log settings is an empty array.',
    seenIn: next,
    isOfPanel: true,
  },
  'variable-without-required': {
    breaks: ['2.7#required'],
    text: 'A server variable has no `required`.',
    seenIn: next,
    isOfPanel: true,
  },
  'environment-number': {
    breaks: ['2.8#container.environment'],
    text: '`P_SERVER_ALLOCATION_LIMIT` in `container.environment` is a number.',
    seenIn: next,
    isOfPanel: true,
  },
  'mounts-without-relationships': {
    breaks: ['2.11#relationships'],
    text: 'Mounts have no `relationships`.',
    seenIn: next,
    isOfPanel: true,
  },
  'description-before-update': {
    breaks: ['4.1#updates-description'],
    text: 'The response to the node update has the description from before the update.',
    seenIn: 'version 1.x of the real panel',
    isOfPanel: false,
  },
  'relationships-as-list': {
    breaks: ['4.3#relationships'],
    text: 'The `relationships` of a node, egg, server or user is an empty array unless the request includes some.',
    seenIn: next,
    isOfPanel: true,
  },
} as const satisfies Record<string, Deviation>

export type DeviationId = keyof typeof deviations

export const deviationIds = Object.keys(deviations) as DeviationId[]

/** A settable name: one deviation, or `panel` for those of the real panel. */
export type DeviationName = DeviationId | 'panel'

export const deviationNames: readonly DeviationName[] = ['panel', ...deviationIds]

/** The deviations of a list of names, each once, in the order of the document. */
export const deviationsNamed = (names: readonly DeviationName[]): readonly DeviationId[] =>
  deviationIds.filter((id) => names.includes(id) || (names.includes('panel') && deviations[id].isOfPanel))
