import { Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'

/** What two runs are compared by; JSON reports have it as well. */
export interface Findings {
  readonly results: readonly { readonly id: string; readonly status: string }[]
  readonly gaps: readonly { readonly id: string; readonly observed: string }[]
  readonly fields: { readonly never: readonly string[] }
}

const Findings = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), status: Type.String() })),
  gaps: Type.Array(Type.Object({ id: Type.String(), observed: Type.String() })),
  fields: Type.Object({ never: Type.Array(Type.String()) }),
})

/** Whether a value is what a run found out, such as the content of a JSON report. */
export const isFindings: (value: unknown) => value is Findings = new Ajv().compile<Findings>(Findings)

/** One thing of which the two were not the same. */
export interface Difference {
  readonly id: string
  readonly a: string
  readonly b: string
}

/** Differences by what they mean: a clause kept by one alone, a gap filled otherwise, data that one alone showed. */
export interface Comparison {
  readonly clause: readonly Difference[]
  readonly gap: readonly Difference[]
  readonly data: readonly Difference[]
}

/** Compares what two runs found out. */
export const compare = (a: Findings, b: Findings): Comparison => ({
  clause: differences(
    a.results.map(({ id, status }) => [id, status]),
    b.results.map(({ id, status }) => [id, status]),
    'not judged',
  ),
  gap: differences(
    a.gaps.map(({ id, observed }) => [id, observed]),
    b.gaps.map(({ id, observed }) => [id, observed]),
    'unseen',
  ),
  data: differences(
    a.fields.never.map((field) => [field, 'never seen']),
    b.fields.never.map((field) => [field, 'never seen']),
    'seen',
  ),
})

type Pairs = readonly (readonly [id: string, value: string])[]

function differences(a: Pairs, b: Pairs, otherwise: string): Difference[] {
  const [these, those] = [new Map(a), new Map(b)]
  return [...new Set([...these.keys(), ...those.keys()])]
    .map((id) => ({ id, a: these.get(id) ?? otherwise, b: those.get(id) ?? otherwise }))
    .filter((each) => each.a !== each.b)
}
