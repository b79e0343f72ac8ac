import { mediaTypes } from '../contract/operations.ts'
import type { Components } from './components.ts'
import type { ExampleRequest } from './dry-run.ts'
import type { Json } from './plain-schema.ts'
import { type Asked, neededIn } from './refusals.ts'

/** The request body of an operation, from the schema that checks it. */
export function requestBodyOf(
  asked: Asked,
  request: ExampleRequest | undefined,
  components: Components,
): Json | undefined {
  const { endpoint, bodySchema, gap } = asked
  const { body: kind } = endpoint.operation
  if (kind === 'none' || !bodySchema) return undefined
  const isClosed = kind === 'json' && gap('body.unknown-fields') === 'refuse'
  return {
    required: neededIn(asked).length > 0,
    content: {
      [mediaTypes[kind]]: {
        schema: { ...components.use(bodySchema), ...(isClosed && { additionalProperties: false }) },
        ...(request && { example: request.body }),
      },
    },
  }
}
