import type { DeviationId } from '../contract/deviations.ts'
import { type Circumstances, deviated } from '../deviations/deviate.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { presentation } from '../gaps/presentation.ts'

/** Changes the body of a response before it is sent. @param base the start of its URLs, without a trailing slash */
type Present = (body: object, circumstances: Circumstances & { readonly base: string }) => object

/** Prepares the changes to the bodies of responses; undefined where no setting changes bodies, as in most services. */
export function presenter(gap: ReadGap, deviations: readonly DeviationId[]): Present | undefined {
  const present = presentation(gap)
  if (!present && deviations.length === 0) return undefined
  return (body, { base, ...circumstances }) => {
    const presented = present ? present(body, base) : body
    return deviations.length > 0 ? deviated(deviations, presented, circumstances) : presented
  }
}
