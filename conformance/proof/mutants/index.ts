import type { Mutant } from '../mutant.ts'
import { envelopes } from './envelopes.ts'
import { formats } from './formats.ts'
import { imports } from './import.ts'
import { mounts } from './mounts.ts'
import { nesting } from './nesting.ts'
import { node } from './node.ts'
import { pagination } from './pagination.ts'
import { policy } from './policy.ts'
import { presence } from './presence.ts'
import { startup } from './startup.ts'
import { tags } from './tags.ts'
import { timestamps } from './timestamps.ts'
import { types } from './types.ts'
import { users } from './users.ts'
import { writes } from './writes.ts'

/** Servers that break one thing each, by theme. */
export const mutants: readonly Mutant[] = [
  ...types,
  ...presence,
  ...formats,
  ...timestamps,
  ...envelopes,
  ...nesting,
  ...pagination,
  ...node,
  ...tags,
  ...imports,
  ...mounts,
  ...startup,
  ...users,
  ...policy,
  ...writes,
]
