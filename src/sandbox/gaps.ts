import type { Turns } from '../choices.ts'
import { choicesAt, type DialId, dialIds, type GapId, gaps, kindOf } from '../contract/gaps.ts'
import { profile } from '../dial.ts'
import type { GapInfo } from '../model.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import type { SandboxGaps } from './sandbox.ts'

/** What can be done with the choices of a room. */
export function gapsPart(site: Site, room: Room): SandboxGaps {
  const list = () => (Object.keys(gaps) as GapId[]).map((id) => gapInfo(room, id))
  return {
    list,
    get: (id) => room.dial.gap(id),
    set({ profile: name, ...choices }) {
      room.choices.turn({ ...(name !== undefined && allOf(name)), ...choices })
      site.events.publish('gaps', room.name, () => ({ gaps: list() }))
    },
  }
}

const allOf = (name: string | null): Turns =>
  name === null ? Object.fromEntries(dialIds.map((id) => [id, null])) : profile(name).settings

const chosen = ({ dial }: Room, id: GapId): string | null =>
  kindOf(id) === 'dial' ? dial.settings[id as DialId] : null

function gapInfo(room: Room, id: GapId): GapInfo {
  const gap = gaps[id]
  const standard = choicesAt(id)[0] ?? null
  return {
    id,
    section: gap.section,
    question: gap.question,
    choices: gap.choices.map(([choice, text]) => ({ id: choice, text })),
    choice: chosen(room, id),
    default: standard,
    panel: 'panel' in gap ? gap.panel : standard,
  }
}
