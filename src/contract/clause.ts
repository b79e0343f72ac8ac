import type { Section } from './sections.ts'

/**
 * `stated`: the document says it outright. `inferred`: it follows by plain reading. A violation of either fails a
 * server; `--level stated` reports violations of inferred clauses as warnings.
 */
export type Level = 'stated' | 'inferred'

/** One testable statement of the document, in our own words. */
export interface Clause {
  /** `<section>#<slug>`, never reused for another statement. */
  readonly id: string
  readonly section: Section
  readonly level: Level
  readonly text: string
}
