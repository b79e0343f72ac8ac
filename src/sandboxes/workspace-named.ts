import { shown } from '../faults/shown.ts'
import type { Workspace } from './workspace.ts'
import { sandboxName } from './sandbox-name.ts'
import type { ServerContext } from './server-context.ts'
import { ControlError } from './control-error.ts'

const whole = new RegExp(`^${sandboxName.pattern}$`)

/** The room of a sandbox, made on first use. @throws Impossible for a bad name */
export function workspaceNamed(site: ServerContext, name: unknown): Workspace {
  if (typeof name !== 'string' || !whole.test(name)) {
    throw new ControlError(422, `The \`sandbox\` must be ${sandboxName.says}, not ${shown(name)}.`, {
      field: 'sandbox',
      rule: 'regex',
    })
  }
  return site.rooms.sandbox(name)
}
