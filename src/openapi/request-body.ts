import { mediaTypes } from '../contract/operations.ts'
import type { Components } from './components.ts'
import type { DryRun, ExampleRequest } from './dry-run.ts'
import type { Json } from './plain-schema.ts'

/** The request body of an operation, from the schema that checks it. */
export function requestBodyOf(
  { endpoint, bodySchema, gap, send }: DryRun,
  request: ExampleRequest | undefined,
  components: Components,
): Json | undefined {
  const { body: kind } = endpoint.operation
  if (kind === 'none' || !bodySchema) return undefined
  const isClosed = kind === 'json' && gap('body.unknown-fields') === 'refuse'
  return {
    required: request === undefined || 'error' in send({ ...request, body: undefined }),
    content: {
      [mediaTypes[kind]]: {
        schema: { ...components.use(bodySchema), ...(isClosed && { additionalProperties: false }) },
        ...(request && { example: request.body }),
      },
    },
  }
}
