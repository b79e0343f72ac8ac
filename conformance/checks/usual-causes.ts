import { userNames } from '../judge/operations/create-user.ts'
import { nodeValues } from '../judge/operations/update-node.ts'
import { environmentValues, startupValues } from '../judge/operations/update-server-startup.ts'
import type { Attributes } from '../judge/parts.ts'
import rows from './usual-causes.json' with { type: 'json' }

/** The requests of a check in words, and the usual cause of its failures. */
export interface Usual {
  readonly done: string
  readonly cause: string
}

/** The requests of a check in words, and the usual cause of its failures. @throws Error for an id that no row matches */
export function usual(id: string): Usual {
  // The first row whose pattern fits counts.
  const row = rows.find(({ of }) => new RegExp(of).test(id))
  if (!row) throw new Error(`No usual cause is described for ${id}.`)
  const { done, cause } = row
  return { done: done.replace('{{values}}', () => sentInWords(id)), cause }
}

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
const sentInWords = (id: string): string =>
  ['values of its own', ...new Set(valuesOf(id).map(inWords))].join(', ')
