import type { Mutant } from '../mutant.ts'
import { acceptance } from './accepted.ts'
import { access } from './access.ts'
import { answers } from './answers.ts'
import { echoes } from './echoes.ts'
import { envelopes } from './envelopes.ts'
import { formats } from './formats.ts'
import { json } from './json.ts'
import { kept } from './kept.ts'
import { mounts } from './mounts.ts'
import { nesting } from './nesting.ts'
import { pages } from './pages.ts'
import { pagination } from './pagination.ts'
import { paths } from './paths.ts'
import { presence } from './presence.ts'
import { readBack } from './read-back.ts'
import { refusedWrites } from './refused-writes.ts'
import { tags } from './tags.ts'
import { timestamps } from './timestamps.ts'
import { types } from './types.ts'

/** Lists of mutants by the subject of their rules; each list has rules in places. */
export const dimensions: Readonly<Record<string, readonly Mutant[]>> = {
  'fields: types': types,
  'fields: presence': presence,
  'fields: formats': formats,
  'fields: timestamps': timestamps,
  JSON: json,
  envelopes,
  nesting,
  pagination,
  pages,
  'values that were sent': echoes,
  'responses of single operations': answers,
  'values that were not sent': kept,
  tags,
  mounts,
  paths,
  'credentials to refuse': access,
  'credentials to accept': acceptance,
  'refused writes': refusedWrites,
  'values that another look shows': readBack,
}

/** Servers that each break one rule in one place. */
export const mutants: readonly Mutant[] = Object.values(dimensions).flat()
