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
  /** Whether the document does not have the operation. Section 4.9. */
  readonly isBeyond?: true
}

/** Every operation that the mock serves with the gap settings: those of the document, and those beyond it. */
export async function documentedBy(gap: ReadGap): Promise<readonly Documented[]> {
  const choice = gap('operations.beyond')
  return [
    ...ofDocument(),
    ...(choice === 'absent' ? [] : await companions()),
    ...(choice === 'panel' ? await ofPanel() : []),
  ]
}

const ofDocument = (): Documented[] =>
  endpoints.map((endpoint) => ({ endpoint, answer: answerOf(endpoint.operation.answer) }))

async function companions(): Promise<Documented[]> {
  const { companionEndpoints } = await import('../routes/companions.ts')
  return companionEndpoints.map(beyond)
}

async function ofPanel(): Promise<Documented[]> {
  const { panelEndpoints } = await import('../routes/beyond/index.ts')
  return panelEndpoints.map(beyond)
}

const beyond = (endpoint: Endpoint): Documented => ({
  endpoint,
  answer: companionAnswer(endpoint.operation.answer),
  isBeyond: true,
})
