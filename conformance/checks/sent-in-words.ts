import { userNames } from '../judge/operations/create-user.ts'
import { nodeValues } from '../judge/operations/update-node.ts'
import { environmentValues, startupValues } from '../judge/operations/update-server-startup.ts'
import type { Attributes } from '../judge/parts.ts'

/** Fixed values that the run sends in the field of a check, in addition to values that it makes for each request. */
export function valuesOf(id: string): readonly unknown[] {
  const named = (rounds: readonly Attributes[], field: string): readonly unknown[] =>
    rounds.flatMap((round) => (Object.hasOwn(round, field) ? [round[field]] : []))
  const field = id.slice(id.indexOf('-') + 1).replaceAll('-', '_')
  if (id.startsWith('4.1/updates-')) return named(nodeValues, field)
  if (id === '4.5/startup') return named(startupValues, 'startup')
  if (id === '4.5/image') return named(startupValues, 'docker_image')
  if (id === '4.5/environment') return environmentValues
  return named(userNames, field)
}

/** The maximum length of a text that is quoted. */
const longestQuote = 50

const inWords = (value: unknown): string => {
  if (value === '') return 'an empty text'
  if (typeof value !== 'string' || value.length <= longestQuote) return JSON.stringify(value)
  return `a text of ${value.length} characters`
}

/** The values that the run sends in a field, in words that follow "with"; a server may refuse some of them. */
export const sentInWords = (id: string): string =>
  ['values of its own', ...new Set(valuesOf(id).map(inWords))].join(', ')
