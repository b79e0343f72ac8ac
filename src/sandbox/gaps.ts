import type { Turns } from '../choices.ts'
import { dialIds } from '../contract/gaps.ts'
import { profile } from '../dial.ts'
import { shown } from '../faults/shown.ts'
import { gapList } from '../gap-list.ts'
import type { Room } from '../room.ts'
import type { Site } from '../site.ts'
import { checkObject } from './check-fields.ts'
import { Impossible } from './impossible.ts'
import type { SandboxGaps } from './sandbox.ts'

/** What can be done with the choices of a room. */
export function gapsPart(site: Site, room: () => Room): SandboxGaps {
  return {
    list: () => gapList(room().dial),
    get: (id) => room().dial.at(id),
    set(turns) {
      const { profile: name, ...choices } = readTurns(turns)
      const { choices: turned, name: where } = room()
      turned.turn({ ...(name !== undefined && allOf(name)), ...choices })
      site.events.publish('gaps', where, () => ({ gaps: gapList(turned.dial) }))
    },
  }
}

/** @throws Impossible for what is no choice by gap */
function readTurns(turns: unknown): Turns {
  checkObject(turns, 'A turn of gaps')
  const given = Object.entries(turns).filter(([, choice]) => choice !== undefined)
  for (const [id, choice] of given) {
    if (typeof choice === 'string' || choice === null) continue
    throw new Impossible(422, `The \`${id}\` must be a string or null, not ${shown(choice)}.`, {
      field: id,
      rule: 'string',
    })
  }
  // Checked just now, which the compiler cannot follow.
  return Object.fromEntries(given) as Turns
}

const allOf = (name: string | null): Turns =>
  name === null ? Object.fromEntries(dialIds.map((id) => [id, null])) : profile(name).settings
