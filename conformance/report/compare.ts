import * as Type from '@sinclair/typebox'
import { compile } from '../../src/contract/checking/compile.ts'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { plural } from '../../src/contract/checking/words.ts'
import { isObject } from '../../src/contract/index.ts'
import type { Reasons } from '../judge/verdict.ts'

/** The parts of a run that a comparison needs; JSON reports have them too. */
export interface Findings extends Reasons {
  readonly gaps: readonly { readonly id: string; readonly observed: string }[]
  readonly fields: { readonly never: readonly string[] }
}

const Findings = Type.Object({
  results: Type.Array(
    Type.Object({
      ...{ id: Type.String(), status: Type.String() },
      ...{ message: Type.Optional(Type.String()), needs: Type.Optional(Type.String()) },
    }),
  ),
  targetProblems: Type.Optional(Type.Array(Type.String())),
  gaps: Type.Array(Type.Object({ id: Type.String(), observed: Type.String() })),
  fields: Type.Object({ never: Type.Array(Type.String()) }),
})

const validate = compile(Findings)

/** Whether a value has the parts that a comparison needs, such as the content of a JSON report. */
export const isFindings: (value: unknown) => value is Findings = validate

/** Why a value with results is no report that can be compared, as a sentence; undefined for a value without results. */
export function damageIn(value: unknown): string | undefined {
  if (!isObject(value) || value['results'] === undefined) return undefined
  return errorsIn(validate, value, { subject: 'The report', hidesValues: true })[0]?.detail
}

/** A difference between two runs, by the id of a check or gap, or the name of a field. */
export interface Difference {
  readonly id: string
  readonly a: string
  readonly b: string
}

/** Differences by subject: results of checks, observed gaps, and fields that only one run never saw. */
export interface Comparison {
  readonly clause: readonly Difference[]
  readonly gap: readonly Difference[]
  readonly data: readonly Difference[]
}

/** Compares two runs, as far as both judged the same checks; `notCompared` returns the rest. */
export function compare(a: Findings, b: Findings): Comparison {
  const isPartial = notCompared(a, b).length > 0
  const judged = ({ results }: Findings): Pairs => results.map(({ id, status }) => [id, status])
  const seen = ({ gaps }: Findings): Pairs => gaps.map(({ id, observed }) => [id, observed])
  const never = ({ fields }: Findings): Pairs => fields.never.map((field) => [field, 'never seen'])
  return {
    clause: differences(judged(a), judged(b)),
    gap: observesBoth(a, b) ? differences(seen(a), seen(b), 'unseen') : [],
    data: isPartial ? [] : differences(never(a), never(b), 'seen'),
  }
}

/** Whether there is a check that both runs judged. */
export const haveCommonChecks = (a: Findings, b: Findings): boolean => onlyIn(a, b).length < a.results.length

/** Sentences about the checks and gaps that cannot be compared, because only one of the two runs has them. */
export function notCompared(a: Findings, b: Findings): string[] {
  const checks = Object.entries({ a: onlyIn(a, b), b: onlyIn(b, a) }).flatMap(([side, results]) =>
    results[0]
      ? [`${plural(results.length, 'check')} that only ${side} judged, such as ${results[0].id}.`]
      : [],
  )
  return [
    ...checks,
    ...(observesBoth(a, b) ? [] : ['Gaps, which only one of them observed.']),
    ...(checks.length > 0 ? ['Fields that were never seen, since the runs sent other requests.'] : []),
  ]
}

/** The results of the checks that only the first of two runs judged. */
function onlyIn({ results }: Findings, other: Findings): Findings['results'] {
  const ids = new Set(other.results.map(({ id }) => id))
  return results.filter(({ id }) => !ids.has(id))
}

/** A run of a selection of checks observes no gap. */
const observesBoth = (a: Findings, b: Findings): boolean => a.gaps.length > 0 === b.gaps.length > 0

type Pairs = readonly (readonly [id: string, value: string])[]

/** @param otherwise the value of an id that one side lacks; without it, such ids are left out */
function differences(one: Pairs, other: Pairs, otherwise?: string): Difference[] {
  const [these, those] = [new Map(one), new Map(other)]
  return [...new Set([...these.keys(), ...those.keys()])].flatMap((id) => {
    const [a = otherwise, b = otherwise] = [these.get(id), those.get(id)]
    return a === undefined || b === undefined || a === b ? [] : [{ id, a, b }]
  })
}
