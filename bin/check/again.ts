import type { checkFlags } from '../commands/check-flags.ts'
import type { Values } from '../flags.ts'

/** What only the first run was for, or what a single check has no use for. */
const once: ReadonlySet<string> = new Set([
  ...['show-gaps', 'verbose'],
  ...['only', 'skip', 'bail', 'reporter', 'known', 'write-known', 'allow-incomplete', 'wait-for', 'max-time'],
])

/** The command that judges the same server in the same way; what headers say stays out of it. */
export function commandAgain(given: Values<typeof checkFlags>, url: string | undefined): string {
  const flags = Object.entries(given).flatMap(([name, value]) => {
    if (once.has(name) || value === false) return []
    if (name === 'header') return (given.header ?? []).flatMap(([header]) => ['--header', `${header}: ...`])
    return value === true ? [`--${name}`] : [`--${name}`, String(value)]
  })
  return ['nestbox', 'check', ...(url === undefined ? [] : [url]), ...flags].map(quoted).join(' ')
}

const quoted = (text: string): string =>
  /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
