import { type Clause, clauses } from '../contract/clauses.ts'
import { type DialId, type Gap, gaps, kindOf } from '../contract/gaps.ts'
import type { Section } from '../contract/sections.ts'
import type { Dial } from '../dial.ts'
import type { Json } from './json.ts'

/** What the document leaves open, and what is chosen; null where nobody could see a choice. */
export const gapList = (dial: Dial): readonly Json[] =>
  Object.entries<Gap>(gaps).map(([id, { section, question, choices, panel }]) => ({
    id,
    section,
    question,
    choices: choices.map(([choice, text]) => ({ id: choice, text })),
    choice: isDial(id) ? dial.gap(id) : null,
    default: choices[0]?.[0] ?? null,
    panel: panel ?? choices[0]?.[0] ?? null,
  }))

const isDial = (id: string): id is DialId => kindOf(id as DialId) === 'dial'

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
