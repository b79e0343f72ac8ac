import type { Section } from './sections.ts'

/**
 * How certain a clause is. A violation of either level fails a server; `--level stated` reports violations of inferred
 * clauses as warnings.
 *
 * - `stated`: one sentence, row or list of the document says it of the request or the response. The
 *   parameter of a path is documented as the id of a resource, so what a request says of that resource is stated too.
 * - `inferred`: it takes a second sentence, arithmetic, or the purpose of the first sentence. A value that was sent is in
 *   a response, where the document does not say so (section 4.1 alone does); a later response has it too; two places of
 *   a response agree; a list has each resource once; what a request does not name is not changed; a list of what is
 *   accepted is the whole list.
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
