import { environmentValues, valuesFor } from '../judge/sent-values.ts'
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
  const named = (of: Parameters<typeof valuesFor>[0], field: string): readonly unknown[] =>
    valuesFor(of).flatMap((round) => (Object.hasOwn(round, field) ? [round[field]] : []))
  const field = id.slice(id.indexOf('-') + 1).replaceAll('-', '_')
  if (id.startsWith('4.1/updates-')) return named('updateNode', field)
  if (id === '4.5/startup') return named('updateServerStartup', 'startup')
  if (id === '4.5/image') return named('updateServerStartup', 'docker_image')
  if (id === '4.5/environment') return environmentValues
  return named('createUser', field)
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
