import { commandWord } from '../../conformance/client/shell.ts'
import type { Values } from '../flags.ts'
import type { checkFlags } from './flags.ts'

/** Flags for the whole run or its reports, which do not apply to a single check. */
const ofWholeRun: ReadonlySet<string> = new Set([
  ...['only', 'skip', 'bail', 'reporter', 'known', 'write-known', 'allow-incomplete', 'wait-for'],
  ...['max-time', 'show-gaps', 'verbose'],
])

/** The command that repeats a check of the same server, without the values of headers, which may be secret. */
export function rerunCommand(values: Values<typeof checkFlags>, url: string | undefined): string {
  const flags = Object.entries(values).flatMap(([name, value]) => {
    if (ofWholeRun.has(name) || value === false) return []
    if (name === 'header')
      return Object.keys(values.header ?? {}).flatMap((header) => ['--header', `${header}: ...`])
    return value === true ? [`--${name}`] : [`--${name}`, String(value)]
  })
  return ['npx', 'nestbox', 'check', ...(url === undefined ? [] : [url]), ...flags].map(commandWord).join(' ')
}
