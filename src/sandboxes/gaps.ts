import { check } from '../contract/checking/errors-in.ts'
import { settableGapIds } from '../contract/gaps/index.ts'
import { defined, isObject, recordOf } from '../contract/objects.ts'
import { profile } from '../gaps/gap-settings.ts'
import type { GapOverrides } from '../gaps/layered-settings.ts'
import type { SandboxGaps } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { changing, states } from './states.ts'
import { validateGapChanges } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'

/** The operations on the gap settings of a workspace. */
export function gapsPart(context: ServerContext, workspace: () => Workspace): SandboxGaps {
  const change = changing(context, 'gaps', workspace)
  return {
    list: () => structuredClone(states.gaps(workspace()).gaps),
    get: (id) => workspace().gapSettings.at(id),
    set(changes) {
      const { profile: name, ...choices } = readChoices(changes)
      change((here) => here.choices.set({ ...(name !== undefined && allOf(name)), ...choices }))
    },
  }
}

/** The given choices. @throws ControlError for a value that is not an object of choices by gap */
function readChoices(changes: unknown): GapOverrides {
  const given = isObject(changes) ? defined(changes) : changes
  check(validateGapChanges, given, 'A change of gap settings')
  return given
}

const allOf = (name: string | null): GapOverrides =>
  name === null ? recordOf(settableGapIds, () => null) : profile(name).settings
