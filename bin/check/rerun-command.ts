import { commandWord } from '../../conformance/client/shell.ts'
import type { Values } from '../flags.ts'
import type { checkFlags } from './flags.ts'

/** Flags of an exploration, which the failure of a check does not need. */
const ofExploring: readonly string[] = ['explore', 'explore-requests', 'explore-seed', 'replay']

/** Flags for the whole run or its reports, which do not apply to a single check. */
const ofWholeRun: readonly string[] = [
  ...['only', 'skip', 'bail', 'reporter', 'known', 'write-known', 'allow-incomplete', 'wait-for'],
  ...['max-time', 'show-gaps', 'verbose'],
]

/**
 * The command that repeats a check of the same server, and the flags that repeat a finding of its exploration: its report
 * in JSON if it has one in a file. The values of headers are left out, as they may be secret.
 */
export function rerunCommand(
  values: Values<typeof checkFlags>,
  url: string | undefined,
): { readonly command: string; readonly exploring: string } {
  const flags = (isMeant: (name: string) => boolean): string[] =>
    Object.entries(values).flatMap(([name, value]) => {
      if (ofWholeRun.includes(name) || !isMeant(name) || value === false) return []
      if (name === 'header')
        return Object.keys(values.header ?? {}).flatMap((header) => ['--header', `${header}: ...`])
      return value === true ? [`--${name}`] : [`--${name}`, String(value)]
    })
  // A replay writes what the exploration wrote, so it cannot be combined with --read-only.
  const stored =
    values.explore && !values['read-only']
      ? values.reporter?.find(({ name, file }) => name === 'json' && file !== undefined)?.file
      : undefined
  const words = [...(url === undefined ? [] : [url]), ...flags((name) => !ofExploring.includes(name))]
  return {
    command: ['npx', 'nestbox', 'check', ...words].map(commandWord).join(' '),
    exploring: (stored === undefined ? flags((name) => ofExploring.includes(name)) : ['--replay', stored])
      .map(commandWord)
      .join(' '),
  }
}
