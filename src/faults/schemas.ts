import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { closed, mapOf, oneOf, partial } from '../contract/schemas/data.ts'
import { CallFields } from '../journal/schemas.ts'
import type { Immutable } from '../util/objects.ts'
import { breaks, longestDelay, moments } from './effect.ts'

const longestChain = 100

const milliseconds = Type.Integer({ minimum: 0, maximum: longestDelay })

const example = { says: 'an object, such as {"code": 503}' }

/** The effect of a fault on a call. */
export const Effect = partial(
  {
    code: Type.Integer({ minimum: 400, maximum: 599, description: 'Status of the error.' }),
    retryAfter: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'Seconds, for the header `Retry-After`; only together with `code`.',
    }),
    errors: Type.Array(
      closed({
        field: Type.String({ minLength: 1, description: 'Dotted path, as in `environment.MAX_PLAYERS`.' }),
        rule: Type.Optional(
          Type.String({ minLength: 1, description: 'Name of the broken rule; by default `invalid`.' }),
        ),
        detail: Type.String({ description: 'What is wrong, in a sentence.' }),
      }),
      {
        minItems: 1,
        maxItems: 100,
        says: 'a list of 1 to 100 objects with field and detail',
        description:
          'Invalid fields that the error names, in the form of the gap `error.body`; only together with `code`.',
      },
    ),
    body: Type.Unknown({
      description:
        'Body of the error: any JSON; a string is sent as it is, as plain text. Only together with `code`.',
    }),
    headers: mapOf(
      Type.String({
        pattern: '^[\\t\\x20-\\x7e]*$',
        says: 'a string of visible ASCII characters and spaces',
      }),
      {
        says: 'an object with at most 100 headers',
        maxProperties: 100,
        description: 'Headers of the error, in addition to the usual ones; only together with `code`.',
      },
    ),
    delay: Type.Union(
      [
        milliseconds,
        Type.Unsafe<readonly [least: number, most: number]>(
          Type.Array(milliseconds, { minItems: 2, maxItems: 2 }),
        ),
      ],
      {
        says: `milliseconds from 0 to ${longestDelay}, or a pair of them, the smaller first`,
        description: 'Milliseconds that the response is delayed: one number, or a range of two.',
      },
    ),
    fault: oneOf(breaks, { description: 'How the connection breaks off.' }),
    when: oneOf(moments, {
      description:
        'Whether the effect, its delay included, comes before the operation runs (default) or after its write is committed.',
    }),
  },
  example,
)

/** The effect of a fault on a call. */
export type Effect = Immutable<Static<typeof Effect>>

/** A fault rule: the calls that it hits, which meet all given criteria, and the effect. */
export const FaultRule = partial(
  {
    ...CallFields.properties,
    path: Type.String({
      pattern: '^/api[^?#]*$',
      maxLength: 2_000,
      says: 'a path that starts with /api and has no query, such as /api/application/*',
      description: 'Path without query and sandbox; `*` stands for any characters.',
    }),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of the matching calls that are hit, 0 to 1; the same calls for the same seed.',
    }),
    from: Type.Integer({
      minimum: 1,
      description: 'The first matching call that the rule can hit, counted from 1.',
    }),
    times: Type.Integer({ minimum: 1, description: 'The number of calls that the rule hits.' }),
    chain: Type.Array(Type.Union([Effect, Type.Literal('pass')], { says: `"pass" or ${example.says}` }), {
      minItems: 1,
      maxItems: longestChain,
      says: `a list of 1 to ${longestChain} entries, each "pass" or an object with code, delay or fault`,
      description:
        'One entry for each matching call, instead of the fields of an effect; `pass` lets the call pass.',
    }),
    ...Effect.properties,
  },
  example,
)

/** A fault rule: the calls that it hits, which meet all given criteria, and the effect. */
export type FaultRule = Immutable<Static<typeof FaultRule>>

/** A rule in force, with its counts in one world. */
export const FaultInfo = closed({
  ...FaultRule.properties,
  id: Type.String({ description: 'Number of the rule; a rule of the server has the prefix `server-`.' }),
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

/** A rule in force, with its counts in one world. */
export type FaultInfo = Immutable<Static<typeof FaultInfo>>

/** A named list of rules. */
export const FaultProfile = closed({ name: Type.String(), text: Type.String(), rules: Type.Array(FaultRule) })

/** A named list of rules. */
export type ProfileInfo = Immutable<Static<typeof FaultProfile>>

/** The response of `GET faults`. */
export const FaultList = closed({ rules: Type.Array(FaultInfo), profiles: Type.Array(FaultProfile) })

/** The response of `GET faults`. */
export type FaultList = Immutable<Static<typeof FaultList>>
