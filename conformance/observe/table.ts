import { beyond } from './beyond.ts'
import { errors } from './errors.ts'
import { imports } from './imports.ts'
import { leniency } from './leniency.ts'
import { lists } from './lists.ts'
import { nodes } from './nodes.ts'
import type { Observers } from './observer.ts'
import { pageSizes } from './page-sizes.ts'
import { pages } from './pages.ts'
import { presentation } from './presentation.ts'
import { tokenRefusals } from './refusals.ts'
import { requests } from './requests.ts'
import { startup } from './startup.ts'
import { states } from './states.ts'
import { statuses } from './statuses.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** The observer of every gap that can be observed. */
export const observers: Observers = {
  ...statuses,
  ...tokenRefusals,
  ...errors,
  ...requests,
  ...leniency,
  ...beyond,
  ...pageSizes,
  ...pages,
  ...lists,
  ...states,
  ...nodes,
  ...tags,
  ...imports,
  ...startup,
  ...users,
  ...presentation,
}
