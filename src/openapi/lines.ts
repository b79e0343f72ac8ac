import { type Clause, clauses } from '../contract/clauses.ts'
import { type DialId, type Gap, gaps } from '../contract/gaps.ts'
import type { Section } from '../contract/sections.ts'
import type { Dial } from '../dial.ts'

/** A gap in a line, for people. */
export function gapLine(id: DialId, dial: Dial): string {
  const { question, choices }: Gap = gaps[id]
  const chosen = choices.find(([choice]) => choice === dial.gap(id))
  return `- ${question} ${chosen?.[1] ?? ''} \`${id}=${chosen?.[0]}\``
}

/** What the document says in a section, a line for each clause. */
export const clauseLines = (section: Section): readonly string[] =>
  clauses
    .filter((clause) => clause.section === section)
    .map(({ text, level }: Clause) => `- ${text}${level === 'inferred' ? ' *(by plain reading)*' : ''}`)
