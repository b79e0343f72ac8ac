import { toggle } from '../flags.ts'
import { mannerFlags } from './check-flags.ts'

/** Everything that `diff` takes. */
export const diffFlags = { json: { help: 'for programs', read: toggle }, ...mannerFlags } as const
