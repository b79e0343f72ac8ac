import { mapValues } from '../objects.ts'
import type { Operation } from '../operations.ts'
import { type Declared, type Gap, gapOf, type IdOf } from './gap.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { refusals } from './refusals.ts'
import { requests } from './requests.ts'
import { resources } from './resources.ts'
import { responses } from './responses.ts'
import { silent } from './silent.ts'

export type { Gap } from './gap.ts'

const settable = {
  ...refusals,
  ...requests,
  ...lists,
  ...resources,
  ...responses,
  ...limits,
} as const satisfies Record<string, Declared>

/** The gaps by subject, in the order in which pages and lists show them. */
const bySubject = { refusals, requests, lists, resources, responses, limits, silent }

export type GapSubject = keyof typeof bySubject

export const gapSubjects = Object.keys(bySubject) as GapSubject[]

/** Every gap by id: the settable ones first, then the silent ones. */
export const gaps: Readonly<Record<GapId, Gap>> = mapValues<GapId, Declared, Gap>(
  { ...settable, ...silent },
  gapOf,
)

/** A gap with choices, whose effects clients can observe. */
export type SettableGapId = keyof typeof settable

/** Any gap. */
export type GapId = SettableGapId | keyof typeof silent

/** The choices of one gap. */
export type Choice<I extends SettableGapId> = IdOf<(typeof settable)[I]['choices']>

/** The subject of a gap. */
export const subjectOf = (id: GapId): GapSubject =>
  gapSubjects.find((subject) => id in bySubject[subject]) ?? 'silent'

/** The ids of a gap's choices, the default first. */
export const choicesAt = (id: GapId): readonly string[] => gaps[id].choices.map(([choice]) => choice)

/** Whether responses of an operation depend on a gap. */
export const concerns = (id: GapId, operation: Operation): boolean => {
  const { on }: Gap = gaps[id]
  return on === undefined || on(operation)
}

/** The ids of all gaps that have choices. */
export const settableGapIds = Object.keys(settable) as SettableGapId[]

/** Whether there is a gap of an id that has choices. */
export const isSettable = (id: string): id is SettableGapId => Object.hasOwn(settable, id)
