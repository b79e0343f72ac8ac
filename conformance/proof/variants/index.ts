import { busy, lockouts, readOnly } from './busy.ts'
import { lagging } from './lagging.ts'
import { longIds } from './long-ids.ts'
import { moving } from './moving.ts'
import { notations } from './notations.ts'
import { pages } from './pages.ts'
import { refusals } from './refusals.ts'
import { times } from './times.ts'
import { ownValidations } from './validations.ts'
import type { Variant } from './variant.ts'

/** Servers that break no clause, by the subject on which the document leaves a choice. */
export const liberties: Readonly<Record<string, readonly Variant[]>> = {
  refusals,
  'notations of time': times,
  lockouts,
  'busy servers': busy,
  'servers that refuse writes': readOnly,
  'lists and resources that change': moving,
  'validations of their own': ownValidations,
  'values and bodies': notations,
  pages,
  ids: longIds,
  'responses that lag': lagging,
}
