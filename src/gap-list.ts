import { type DialId, type Gap, gaps, kindOf } from './contract/gaps.ts'
import type { Dial } from './dial.ts'
import type { GapInfo } from './model.ts'

/** What the document leaves open, and what is chosen; null where nobody could see a choice. */
export const gapList = (dial: Dial): GapInfo[] =>
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

const isDial = (id: string): id is DialId => kindOf(id as DialId) === 'dial'
