import { sentInWords } from './sent-in-words.ts'
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
