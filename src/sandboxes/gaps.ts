import type { GapOverrides } from '../gaps/layered-settings.ts'
import { settableGapIds } from '../contract/gaps.ts'
import { profile } from '../gaps/gap-settings.ts'
import { shown } from '../faults/shown.ts'
import { gapList } from '../gaps/gap-list.ts'
import type { Workspace } from './workspace.ts'
import type { ServerContext } from './server-context.ts'
import { checkObject } from './check-fields.ts'
import { ControlError } from './control-error.ts'
import type { SandboxGaps } from './sandbox.ts'

/** What can be done with the choices of a room. */
export function gapsPart(site: ServerContext, room: () => Workspace): SandboxGaps {
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
function readTurns(turns: unknown): GapOverrides {
  checkObject(turns, 'A turn of gaps')
  const given = Object.entries(turns).filter(([, choice]) => choice !== undefined)
  for (const [id, choice] of given) {
    if (typeof choice === 'string' || choice === null) continue
    throw new ControlError(422, `The \`${id}\` must be a string or null, not ${shown(choice)}.`, {
      field: id,
      rule: 'string',
    })
  }
  // Checked just now, which the compiler cannot follow.
  return Object.fromEntries(given) as GapOverrides
}

const allOf = (name: string | null): GapOverrides =>
  name === null ? Object.fromEntries(settableGapIds.map((id) => [id, null])) : profile(name).settings
