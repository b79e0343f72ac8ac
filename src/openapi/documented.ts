import type { TSchema } from '@sinclair/typebox'
import { answerOf, companionAnswer } from '../contract/schemas/index.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import { endpoints } from '../routes/index.ts'

/** An operation to describe: its endpoint, and the schema of its success response. */
export interface Documented {
  readonly endpoint: Endpoint
  /** Undefined for a response without a body. */
  readonly answer: TSchema | undefined
  /** Whether the operation is a companion, which the document does not have. Section 4.9. */
  readonly isBeyond?: true
}

/** Every operation that the mock serves with the gap settings: those of the document, and the companions. */
export async function documentedBy(gap: ReadGap): Promise<readonly Documented[]> {
  return gap('operations.beyond') === 'absent' ? ofDocument() : [...ofDocument(), ...(await companions())]
}

const ofDocument = (): Documented[] =>
  endpoints.map((endpoint) => ({ endpoint, answer: answerOf(endpoint.operation.answer) }))

async function companions(): Promise<Documented[]> {
  const { companionEndpoints } = await import('../routes/companions.ts')
  return companionEndpoints.map((endpoint) => ({
    endpoint,
    answer: companionAnswer(endpoint.operation.answer),
    isBeyond: true,
  }))
}
