import file from './deviations.json' with { type: 'json' }
import { mapValues } from './objects.ts'

// A copy has a type of its own, as the published types cannot import JSON.
const declared = { ...file }

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

/** A deviation as `deviations.json` declares it; one that is seen in no other server is of the real panel. */
interface Declared {
  readonly text: string
  readonly breaks: readonly string[]
  readonly seenIn?: string
}

/** Every deviation by id, in the order of the document. */
export const deviations = mapValues<DeviationId, Declared, Deviation>(declared, ({ seenIn, ...rest }) => ({
  ...rest,
  seenIn: seenIn ?? 'the next major version of the real panel',
  isOfPanel: seenIn === undefined,
}))

/** The id of a deviation. Written out in the package. */
export type DeviationId = keyof typeof declared

export const deviationIds = Object.keys(deviations) as DeviationId[]

/** A settable name: one deviation, or `panel` for those of the real panel. */
export type DeviationName = DeviationId | 'panel'

export const deviationNames: readonly DeviationName[] = ['panel', ...deviationIds]

/** The deviations of a list of names, each once, in the order of the document. */
export const deviationsNamed = (names: readonly DeviationName[]): readonly DeviationId[] =>
  deviationIds.filter((id) => names.includes(id) || (names.includes('panel') && deviations[id].isOfPanel))
