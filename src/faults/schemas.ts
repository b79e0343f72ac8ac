import { type TObject, type TProperties, Type } from '@sinclair/typebox'
import { type AnyOperationId, allOperations } from '../contract/companions.ts'
import { methods } from '../contract/operations.ts'
import {
  breaks,
  codes,
  longestChain,
  longestDelay,
  longestRetryAfter,
  moments,
  pathPattern,
} from './limits.ts'

/**
 * Fault rules as schemas: the checks of the library, the control API and its OpenAPI description use them. The
 * types in `effect.ts` and `rule.ts` are the same with a comment for each field.
 */

const closed = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

const oneOf = <T extends string>(words: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: words })

const milliseconds = Type.Integer({ minimum: 0, maximum: longestDelay })

export const Effect = closed({
  code: Type.Optional(Type.Integer({ ...codes, description: 'Status of the error.' })),
  delay: Type.Optional(
    Type.Union(
      [
        milliseconds,
        Type.Unsafe<readonly [number, number]>(Type.Array(milliseconds, { minItems: 2, maxItems: 2 })),
      ],
      {
        says: `milliseconds from 0 to ${longestDelay}, or a pair of them, the smaller first`,
        description: 'Milliseconds: one number, or a range of two.',
      },
    ),
  ),
  fault: Type.Optional(oneOf(breaks)),
  when: Type.Optional(oneOf(moments)),
  retryAfter: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestRetryAfter,
      description: 'Seconds; only together with `code`.',
    }),
  ),
})

/** The fields that select calls by operation and method. */
export const CallFields = closed({
  operation: Type.Optional(
    Type.Unsafe<AnyOperationId>({
      type: 'string',
      enum: Object.keys(allOperations),
      description: 'Id of the operation.',
    }),
  ),
  method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...methods, 'HEAD'] })),
})

export const FaultRule = closed({
  ...CallFields.properties,
  path: Type.Optional(
    Type.String({
      pattern: pathPattern,
      says: 'a path that starts with /api and has no query, such as /api/application/*',
      description: 'Path without query and sandbox; `*` stands for any characters.',
    }),
  ),
  probability: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Share of the matching calls that the rule hits.' }),
  ),
  from: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The first matching call that the rule can hit, counted from 1.',
    }),
  ),
  times: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of calls that the rule hits.' })),
  chain: Type.Optional(
    Type.Array(Type.Union([Effect, Type.Literal('pass')]), {
      minItems: 1,
      maxItems: longestChain,
      says: `a list of 1 to ${longestChain} entries, each "pass" or an object with code, delay or fault`,
      description:
        'One entry for each matching call, instead of the fields of an effect; `pass` lets the call pass.',
    }),
  ),
  ...Effect.properties,
})

export const FaultInfo = closed({
  ...FaultRule.properties,
  id: Type.String(),
  calls: Type.Integer({
    description: 'Matching calls to this world, without those that an earlier rule decided.',
  }),
  hits: Type.Integer({ description: 'Calls to this world that the rule hit.' }),
  inherited: Type.Optional(
    Type.Literal(true, {
      description: 'The rule is set for the whole server, and this is its entry in the list of a sandbox.',
    }),
  ),
})

export const FaultProfile = closed({ name: Type.String(), text: Type.String(), rules: Type.Array(FaultRule) })

export const FaultList = closed({ rules: Type.Array(FaultInfo), profiles: Type.Array(FaultProfile) })
