import { type SettableGapId, type Gap, gaps, kindOf } from '../contract/gaps.ts'
import type { GapSettings } from './gap-settings.ts'
import type { GapInfo } from '../sandboxes/model.ts'

/** What the document leaves open, and what is chosen; null where nobody could see a choice. */
export const gapList = (dial: GapSettings): GapInfo[] =>
  Object.entries<Gap>(gaps).map(([id, { section, question, choices, panel }]) => {
    const standard = choices[0]?.[0] ?? null
    return {
      id,
      section,
      question,
      choices: choices.map(([choice, text]) => ({ id: choice, text })),
      choice: isDial(id) ? dial.gap(id) : null,
      default: standard,
      panel: panel ?? standard,
    }
  })

const isDial = (id: string): id is SettableGapId => kindOf(id as SettableGapId) === 'dial'
