import { similar } from '../../src/contract/checking/similar.ts'
import type { Nestbox } from '../../src/nestbox.ts'
import { variableOf } from '../flags.ts'
import { complain } from '../terminal.ts'
import { serveFlags } from './options.ts'

/** The variables that `exec` sets for its command, which can be Nestbox too: what each is, and its value. */
export const setByExec: Readonly<
  Record<string, readonly [what: string, value: (nestbox: Nestbox) => string]>
> = {
  NESTBOX_URL: ['base URL', ({ url }) => url],
  NESTBOX_APPLICATION_TOKEN: ['an application token', ({ tokens }) => tokens.application],
  NESTBOX_ROOT_TOKEN: ['a client token of a root administrator', ({ tokens }) => tokens.rootClient],
  NESTBOX_USER_TOKEN: ['a client token of an ordinary user', ({ tokens }) => tokens.userClient],
}

/**
 * Warns of variables that look like flags but are not, such as misspelt ones. They are not errors, since the
 * environment may hold variables of other programs.
 * @param flags names of flags in addition to those of `serve`
 */
export function warnOfVariables(env: NodeJS.ProcessEnv, flags: readonly string[] = []): void {
  const known = [...Object.keys(serveFlags), ...flags].map(variableOf)
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('NESTBOX_') && !known.includes(name) && !Object.hasOwn(setByExec, name),
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
