import type { DeviationId } from '../contract/deviations.ts'
import { choicesAt } from '../contract/gaps/index.ts'
import type { Circumstances as OfDeviation } from '../deviations/deviate.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { includedBy, pruned } from '../resources/included.ts'

/** The inputs of the presentation of a response, in addition to gap settings. */
interface Circumstances extends OfDeviation {
  /** The start of URLs in the response, without a trailing slash. */
  readonly base: string
}

type Step = (body: object, circumstances: Circumstances) => object

/** The gaps whose choices change only the presentation of a response. */
const looks = ['nulls', 'time.offset', 'fields.extra', 'fields.order', 'meta.resource', 'counts'] as const

/**
 * Prepares the changes to the bodies of responses before they are sent. Undefined where no setting changes bodies, as
 * in most services, which then do not load the code for the changes.
 */
export async function presenter(gap: ReadGap, deviations: readonly DeviationId[]): Promise<Step | undefined> {
  const steps: Step[] = []
  if (gap('relationships.include') === 'expand') {
    steps.push((body, { including }) =>
      including === undefined ? body : pruned(body, includedBy(including)),
    )
  }
  if (looks.some((id) => gap(id) !== choicesAt(id)[0])) {
    const present = (await import('../gaps/presentation.ts')).presentation(gap)
    if (present) steps.push((body, { base }) => present(body, base))
  }
  if (deviations.length > 0) {
    const { deviated } = await import('../deviations/deviate.ts')
    steps.push((body, circumstances) => deviated(deviations, body, circumstances))
  }
  if (steps.length === 0) return undefined
  return (body, circumstances) => steps.reduce((value, step) => step(value, circumstances), body)
}
