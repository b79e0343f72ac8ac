import { mediaTypes } from '../contract/operations.ts'
import type { Components } from './components.ts'
import type { Json } from './plain-schema.ts'
import type { Trial, Tried } from './trial.ts'

/** The request body of an operation, from the schema that checks it. */
export function requestBodyOf(
  { endpoint, bodySchema, gap, attempt }: Tried,
  trial: Trial | undefined,
  components: Components,
): Json | undefined {
  const { body: kind } = endpoint.operation
  if (kind === 'none' || !bodySchema) return undefined
  const isClosed = kind === 'json' && gap('body.unknown-fields') === 'refuse'
  return {
    required: trial === undefined || 'error' in attempt({ ...trial, body: undefined }),
    content: {
      [mediaTypes[kind]]: {
        schema: { ...components.use(bodySchema), ...(isClosed && { additionalProperties: false }) },
        ...(trial && { example: trial.body }),
      },
    },
  }
}
