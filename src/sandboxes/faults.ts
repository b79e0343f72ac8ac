import { ControlError, wrongField } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { isObject } from '../contract/objects.ts'
import { faultProfile } from '../faults/profiles.ts'
import { BadFault, readRule } from '../faults/rule.ts'
import type { FaultRule } from '../faults/schemas.ts'
import type { SandboxFaults } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { changing } from './states.ts'
import type { Workspace } from './workspace.ts'

/** The operations on the faults of a workspace. */
export function faultsPart(context: ServerContext, workspace: () => Workspace): SandboxFaults {
  const change = changing(context, 'faults', workspace)
  return {
    list: () => structuredClone(workspace().faults.list()),
    add: (rule) => change(({ faults }) => structuredClone(faults.add(...structuredClone(rulesOf(rule))))),
    remove: (id) =>
      change((here) => {
        if (!here.faults.remove(id)) throw noFault(here, id)
      }),
    clear: () => change(({ faults }) => faults.clear()),
  }
}

function noFault({ faults }: Workspace, id: string): ControlError {
  const isInherited = faults.list().some((rule) => rule.id === id && rule.inherited)
  return new ControlError(
    404,
    isInherited
      ? `The fault "${id}" belongs to the whole server; remove it there, as "${id.replace('server-', '')}".`
      : `There is no fault ${shown(id)}.`,
  )
}

/** The rules of a profile for `{ profile }`, otherwise the one given rule. */
function rulesOf(asked: unknown): readonly FaultRule[] {
  if (!isObject(asked) || !Object.hasOwn(asked, 'profile')) return [readRule(asked)]
  const beside = Object.keys(asked).find((name) => name !== 'profile')
  if (beside === undefined) return faultProfile(asked['profile']).rules
  const detail = `The \`${beside}\` cannot be combined with \`profile\`: a profile has its own rules.`
  throw new BadFault(wrongField(beside, 'prohibited', detail))
}
