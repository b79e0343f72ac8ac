import { recordOf } from '../objects.ts'
import type { Operation } from '../operations.ts'
import { type Concerns, concernsOf } from './concerns.ts'
import bySubject from './gaps.json' with { type: 'json' }

/** A question that the document leaves open. */
export interface Gap {
  /** The section, and perhaps item, in which the document says "not shown" or is silent. */
  readonly section: string
  /** The operations whose responses depend on the choice; every operation by default. */
  readonly on?: Concerns
  readonly question: string
  /**
   * The choices of the mock: id, and meaning in words. The first choice is the plainest reading and the default. A gap
   * that clients cannot observe has no choices.
   */
  readonly choices: readonly (readonly [id: string, text: string])[]
  /** The choice of the real panel, if it is not the default. */
  readonly panel?: string
  /**
   * Whether the choice shapes nearly every response. Pervasive gaps are listed
   * once, in the OpenAPI document; the header `X-Nestbox-Assumed` of a response
   * names the other gaps that it touched.
   */
  readonly pervasive?: true
}

/** A gap as `gaps.json` declares it. Without a section, it is one of section 4.9: the gaps of the operations. */
interface Declared {
  readonly section?: string
  readonly on?: string | readonly string[]
  readonly question: string
  /** By id; `=` is before an id that is a number, because JavaScript would sort it to the front. */
  readonly choices?: Readonly<Record<string, string>>
  readonly panel?: string
  readonly pervasive?: boolean
}

export type GapSubject = keyof typeof bySubject

/** The subjects of the gaps, in the order in which pages and lists show them. */
export const gapSubjects = Object.keys(bySubject) as GapSubject[]

const { silent, ...others } = bySubject

const settable = {
  ...{ ...others.refusals, ...others.requests, ...others.lists },
  ...{ ...others.resources, ...others.responses, ...others.limits },
}

/** A gap with choices, whose effects clients can observe. */
export type SettableGapId = keyof typeof settable

/** Any gap; those of the subject `silent` have no choices, as clients cannot observe them. */
export type GapId = SettableGapId | keyof typeof silent

type IdIn<K> = K extends `=${infer I}` ? I : K & string

/** The choices of one gap. */
export type Choice<I extends SettableGapId> = IdIn<keyof (typeof settable)[I]['choices']>

function gapOf(id: GapId): Gap {
  const { section = '4.9', on, choices = {}, pervasive, ...rest }: Declared = { ...settable, ...silent }[id]
  return {
    ...{ section, ...rest },
    ...(on !== undefined && { on: concernsOf(on) }),
    choices: Object.entries(choices).map(([key, text]) => [key.replace('=', ''), text] as const),
    ...(pervasive && { pervasive }),
  }
}

/** The ids of all gaps that have choices. */
export const settableGapIds = Object.keys(settable) as SettableGapId[]

/** Every gap by id: the settable ones first, then the silent ones. */
export const gaps: Readonly<Record<GapId, Gap>> = recordOf(
  [...settableGapIds, ...(Object.keys(silent) as (keyof typeof silent)[])],
  gapOf,
)

/** The subject of a gap. */
export const subjectOf = (id: GapId): GapSubject =>
  gapSubjects.find((subject) => id in bySubject[subject]) ?? 'silent'

/** The ids of a gap's choices, the default first. */
export const choicesAt = (id: GapId): readonly string[] => gaps[id].choices.map(([choice]) => choice)

/** Whether responses of an operation depend on a gap. */
export const concerns = (id: GapId, operation: Operation): boolean => gaps[id].on?.(operation) ?? true

/** Whether there is a gap of an id that has choices. */
export const isSettable = (id: string): id is SettableGapId => Object.hasOwn(settable, id)
