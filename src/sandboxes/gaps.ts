import { settableGapIds } from '../contract/gaps/index.ts'
import { gapList } from '../gaps/gap-list.ts'
import { profile } from '../gaps/gap-settings.ts'
import type { GapOverrides } from '../gaps/layered-settings.ts'
import { shown } from '../util/field.ts'
import { checkObject } from './check-fields.ts'
import { ControlError } from './control-error.ts'
import type { SandboxGaps } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'

/** The operations on the gap settings of a workspace. */
export function gapsPart(context: ServerContext, workspace: () => Workspace): SandboxGaps {
  return {
    list: () => structuredClone(gapList(workspace().gapSettings)),
    get: (id) => workspace().gapSettings.at(id),
    set(changes) {
      const { profile: name, ...choices } = readChoices(changes)
      const { choices: settings, name: where } = workspace()
      settings.set({ ...(name !== undefined && allOf(name)), ...choices })
      context.events.publish('gaps', where, () => ({ gaps: gapList(settings.gapSettings) }))
    },
  }
}

/** @throws ControlError for a value that is not an object of choices by gap */
function readChoices(changes: unknown): GapOverrides {
  checkObject(changes, 'A change of gap settings')
  const given = Object.entries(changes).filter(([, choice]) => choice !== undefined)
  for (const [id, choice] of given) {
    if (typeof choice === 'string' || choice === null) continue
    throw new ControlError(422, `The \`${id}\` must be a string or null, not ${shown(choice)}.`, {
      field: id,
      rule: 'string',
    })
  }
  // The loop above checked each choice, which the compiler does not see.
  return Object.fromEntries(given) as GapOverrides
}

const allOf = (name: string | null): GapOverrides =>
  name === null ? Object.fromEntries(settableGapIds.map((id) => [id, null])) : profile(name).settings
