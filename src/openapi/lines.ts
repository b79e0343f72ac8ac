import type { Clause } from '../contract/clause.ts'
import { clauses } from '../contract/clauses.ts'
import { type DeviationId, deviations } from '../contract/deviations.ts'
import { type Gap, gaps, type SettableGapId } from '../contract/gaps/index.ts'
import type { Section } from '../contract/sections.ts'
import type { GapSettings } from '../gaps/gap-settings.ts'

/** A gap with its choice, as a line of Markdown. */
export function gapLine(id: SettableGapId, gapSettings: GapSettings): string {
  const { question, choices }: Gap = gaps[id]
  const chosen = choices.find(([choice]) => choice === gapSettings.gap(id))
  return `- ${question} ${chosen?.[1] ?? ''} \`${id}=${chosen?.[0]}\``
}

/** The clauses of a section, one line of Markdown each. */
export const clauseLines = (section: Section): readonly string[] =>
  clauses
    .filter((clause) => clause.section === section)
    .map(({ text, level }: Clause) => `- ${text}${level === 'inferred' ? ' *(by plain reading)*' : ''}`)

export const deviationLine = (id: DeviationId): string => `- \`${id}\`: ${deviations[id].text}`
