import { defined, operations, parameterOf } from '../../src/contract/index.ts'
import type { Ask, Exchange } from '../client/client.ts'
import { namedIn } from '../client/request-path.ts'
import { sentFields } from '../judge/parts.ts'
import { isSame } from '../judge/same.ts'
import type { Target } from '../target/target.ts'
import { type Call, type Entry, identityIn, inventedNames, type Subject, subjectsOf } from './step.ts'

/** The value of the path parameter; a number is as in responses. */
function namedBy({ operation, path }: Ask): string | number {
  const segments = operations[operation].path.split('/')
  const at = segments.findIndex((segment) => segment.startsWith('{'))
  const named = namedIn(path, segments[at - 1] ?? '')
  return typeof named === 'number' ? named : String(named)
}

function subjectOf({ operation }: Ask, named: string | number, target: Target): Subject {
  if (!parameterOf(operations[operation])) return 'users'
  const own = subjectsOf(operation).find((subject) =>
    Object.values(identityIn(target, subject) ?? {}).some((name) =>
      isSame('uuid', String(name), String(named)),
    ),
  )
  const invented = inventedNames(operation, target).map(String)
  return own ?? (invented.includes(String(named)) ? 'nobody' : 'another')
}

/** A request of the plain run as a step. */
function callOf(ask: Ask, target: Target): Call {
  const { operation, credential, file, tags, mark, variable } = ask
  const named = namedBy(ask)
  return {
    ...{ operation, credential, named },
    subject: subjectOf(ask, named, target),
    ...(ask.json !== undefined && { fields: sentFields({ ask }) }),
    ...(tags?.every((tag) => typeof tag === 'number') && { tags }),
    ...defined({ file, mark, variable }),
  }
}

/** Exchanges as a log, each sent alone. @param from the place of the first in the log */
export const logOf = (exchanges: readonly Exchange[], target: Target, from = 0): readonly Entry[] =>
  exchanges.map((exchange, index) => ({ at: from + index, call: callOf(exchange.ask, target), exchange }))
