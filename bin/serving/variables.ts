import { similar } from '../../src/contract/checking/similar.ts'
import { variableOf } from '../flags.ts'
import { complain } from '../terminal.ts'
import { serveFlags } from './flags.ts'

/** The variables that `exec` sets for its command, which can be Nestbox too. */
const setByExec = [
  'NESTBOX_URL',
  'NESTBOX_APPLICATION_TOKEN',
  'NESTBOX_ROOT_TOKEN',
  'NESTBOX_USER_TOKEN',
] as const

/** The values of the variables that `exec` sets. */
export type ExecVariables = Readonly<Record<(typeof setByExec)[number], string>>

/**
 * Warns of variables that look like flags but are not, such as misspelt ones. They are no errors, since the environment
 * may hold variables of other programs.
 * @param flags names of flags in addition to those of `serve`
 */
export function warnOfVariables(env: NodeJS.ProcessEnv, flags: readonly string[] = []): void {
  const known = [...Object.keys(serveFlags), ...flags].map(variableOf)
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('NESTBOX_') && ![...known, ...setByExec].includes(name),
  )
  const [first] = unknown
  if (first === undefined) return
  const [like] = similar(
    first.replace('NESTBOX_', ''),
    known.map((name) => name.replace('NESTBOX_', '')),
    1,
  )
  const hint =
    unknown.length === 1 && like !== undefined ? `did you mean NESTBOX_${like}?` : 'see nestbox --help.'
  complain(
    `Unknown environment ${unknown.length === 1 ? 'variable' : 'variables'} ${unknown.join(', ')}; ${hint}`,
  )
}
