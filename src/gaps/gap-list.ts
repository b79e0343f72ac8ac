import { type Gap, type GapId, gaps, isSettable, subjectOf } from '../contract/gaps/index.ts'
import type { GapSettings } from './gap-settings.ts'

/** Every gap with its choices and the current one; null for a gap that clients cannot observe. */
export const gapList = (gapSettings: GapSettings) =>
  Object.entries<Gap>(gaps).map(([id, { section, question, choices, panel }]) => {
    const standard = choices[0]?.[0] ?? null
    return {
      id,
      section,
      subject: subjectOf(id as GapId),
      question,
      choices: choices.map(([choice, text]) => ({ id: choice, text })),
      choice: isSettable(id) ? gapSettings.gap(id) : null,
      default: standard,
      panel: panel ?? standard,
    }
  })
