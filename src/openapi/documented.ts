import type { TSchema } from '@sinclair/typebox'
import type { CompanionId } from '../contract/companions.ts'
import type { OperationId } from '../contract/operations.ts'
import { answers } from '../contract/schemas/index.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import { endpoints } from '../routes/index.ts'

/** An operation to describe: how it is served, and what it answers. */
export interface Documented {
  readonly endpoint: Endpoint
  readonly answer: TSchema
  /** Not one of the document's own. Section 4.9. */
  readonly isBeyond?: true
}

/** Everything that is served, by the choices that are set: the eight, and what is chosen to be beyond them. */
export async function documentedBy(gap: ReadGap): Promise<readonly Documented[]> {
  return gap('operations.beyond') === 'absent' ? theEight() : [...theEight(), ...(await companions())]
}

const theEight = (): Documented[] =>
  endpoints.map((endpoint) => ({
    endpoint,
    // They are keyed by their ids.
    answer: answers[endpoint.operation.id as OperationId],
  }))

async function companions(): Promise<Documented[]> {
  const [{ companionEndpoints }, { companionAnswers }] = await Promise.all([
    import('../routes/companions.ts'),
    import('../contract/schemas/companions.ts'),
  ])
  return companionEndpoints.map((endpoint) => ({
    endpoint,
    // They are keyed by their ids.
    answer: companionAnswers[endpoint.operation.id as CompanionId],
    isBeyond: true,
  }))
}
