import { shown } from '../contract/checking/words.ts'
import { sandboxName } from '../util/names.ts'
import { ControlError } from './control-error.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'

const whole = new RegExp(`^${sandboxName.pattern}$`)

/** The workspace of a sandbox, which is created on first use. @throws ControlError for a bad name */
export function workspaceNamed(context: ServerContext, name: unknown): Workspace {
  if (typeof name !== 'string' || !whole.test(name)) {
    throw new ControlError(422, `The \`sandbox\` must be ${sandboxName.says}, not ${shown(name)}.`, {
      field: 'sandbox',
      rule: 'regex',
    })
  }
  return context.workspaces.sandbox(name)
}
