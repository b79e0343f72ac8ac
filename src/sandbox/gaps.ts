import type { Turns } from '../choices.ts'
import { dialIds } from '../contract/gaps.ts'
import { profile } from '../dial.ts'
import { gapList } from '../gap-list.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import type { SandboxGaps } from './sandbox.ts'

/** What can be done with the choices of a room. */
export function gapsPart(site: Site, room: Room): SandboxGaps {
  const list = () => gapList(room.dial)
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
