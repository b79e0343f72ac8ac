import { type Clause, clauses } from '../contract/clauses.ts'
import { type Gap, gaps, type SettableGapId } from '../contract/gaps.ts'
import type { Section } from '../contract/sections.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'

/** A gap in a line, for people. */
export function gapLine(id: SettableGapId, gapSettings: GapSettings): string {
  const { question, choices }: Gap = gaps[id]
  const chosen = choices.find(([choice]) => choice === gapSettings.gap(id))
  return `- ${question} ${chosen?.[1] ?? ''} \`${id}=${chosen?.[0]}\``
}

/** What the document says in a section, a line for each clause. */
export const clauseLines = (section: Section): readonly string[] =>
  clauses
    .filter((clause) => clause.section === section)
    .map(({ text, level }: Clause) => `- ${text}${level === 'inferred' ? ' *(by plain reading)*' : ''}`)
