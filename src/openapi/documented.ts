import type { TSchema } from '@sinclair/typebox'
import { answers } from '../contract/schemas/index.ts'
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
  endpoints.map((endpoint) => ({ endpoint, answer: schemaIn(answers, endpoint) }))

async function companions(): Promise<Documented[]> {
  const [{ companionEndpoints }, { companionAnswers }] = await Promise.all([
    import('../routes/companions.ts'),
    import('../contract/schemas/companions.ts'),
  ])
  return companionEndpoints.map((endpoint) => ({
    endpoint,
    answer: schemaIn(companionAnswers, endpoint),
    isBeyond: true,
  }))
}

/** Response schemas are keyed by the ids of their operations. */
const schemaIn = (schemas: Readonly<Record<string, TSchema>>, { operation }: Endpoint): TSchema | undefined =>
  schemas[operation.id]
