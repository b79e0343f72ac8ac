import { near } from '../check/near.ts'
import { complain } from '../complain.ts'
import { variableOf } from '../flags.ts'
import { serveFlags } from './flags.ts'

/** What `exec` tells the command that it runs, which may be Nestbox again. */
const toldByExec = [
  'NESTBOX_URL',
  'NESTBOX_APPLICATION_TOKEN',
  'NESTBOX_ROOT_TOKEN',
  'NESTBOX_USER_TOKEN',
] as const

/** The same, each with what it is told. */
export type ToldByExec = Readonly<Record<(typeof toldByExec)[number], string>>

/**
 * Says which variables look like flags and are none: nobody would notice else that they do nothing. They are not
 * refused, as the one who calls may have some of their own.
 * @param flags names of flags beyond those of `serve`
 */
export function warnOfVariables(env: NodeJS.ProcessEnv, flags: readonly string[] = []): void {
  const known = [...Object.keys(serveFlags), ...flags].map(variableOf)
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('NESTBOX_') && ![...known, ...toldByExec].includes(name),
  )
  const [first] = unknown
  if (first === undefined) return
  const [like] = near(
    first.replace('NESTBOX_', ''),
    known.map((name) => name.replace('NESTBOX_', '')),
    1,
  )
  const hint =
    unknown.length === 1 && like !== undefined ? `did you mean NESTBOX_${like}?` : 'see nestbox --help.'
  complain(
    `${unknown.join(', ')} in the environment ${unknown.length === 1 ? 'is' : 'are'} not read; ${hint}`,
  )
}
