import { choicesAt, type DialId, type GapId, gaps, kindOf } from '../contract/gaps.ts'
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
    get: (id) => (Object.hasOwn(gaps, id) ? chosen(room, id as GapId) : undefined),
    set({ profile: name, ...choices }) {
      const all = typeof name === 'string' ? profile(name).settings : {}
      room.choices.turn({ ...all, ...choices })
      site.events.publish('gaps', room.name, () => ({ gaps: list() }))
    },
  }
}

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
