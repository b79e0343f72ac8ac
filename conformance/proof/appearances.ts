import { idsWithBody, type Kind, type OperationId, operations, rowOf } from '../../src/contract/index.ts'
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

/** The operations whose responses show a kind: at the top, then nested, in lists last. Sections 2 and 4. */
function showing(kind: Kind): readonly (readonly [OperationId, 'top' | 'nested'])[] {
  const shown = idsWithBody
    .map((id) => ({ id, answer: operations[id].answer }))
    .toSorted((a, b) => Number(a.answer.envelope !== 'single') - Number(b.answer.envelope !== 'single'))
  const nesting = shown.filter(({ answer }) => {
    const { relationships = {}, atTop } = rowOf(answer.kind)
    return atTop !== 'bare' && Object.values(relationships).some((each) => each.kind === kind)
  })
  return [
    ...shown.filter(({ answer }) => answer.kind === kind).map(({ id }) => [id, 'top'] as const),
    ...nesting.map(({ id }) => [id, 'nested'] as const),
  ]
}

/**
 * Every place at which a kind appears: by operation, top or nested, by part of the responses, all resources or the
 * last.
 */
export const appearancesOf = (kind: Kind): readonly Appearance[] =>
  showing(kind).flatMap(([on, depth]) => {
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
