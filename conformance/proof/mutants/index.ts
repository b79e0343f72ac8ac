import type { Mutant } from '../mutant.ts'
import { access, refusedWrites } from './access.ts'
import { beyondPath } from './beyond-path.ts'
import { envelopes, json } from './envelopes.ts'
import { nestedOnly, pageFields, presence, types, wrongFormats, wrongTimestamps } from './fields.ts'
import { granted } from './granted.ts'
import { imports } from './imports.ts'
import { lists } from './lists.ts'
import { nested } from './nesting.ts'
import { others } from './others.ts'
import { pages } from './pages.ts'
import { tags } from './tags.ts'
import { writtenValues } from './written.ts'

/** Lists of mutants by the subject of their rules; each list has rules in places. */
export const dimensions: Readonly<Record<string, readonly Mutant[]>> = {
  'fields: types': types,
  'fields: presence': presence,
  'fields: formats': wrongFormats,
  'fields: timestamps': wrongTimestamps,
  'fields: meta of pages': pageFields,
  'fields: nested form': nestedOnly,
  JSON: json,
  envelopes,
  nesting: nested,
  pages,
  lists,
  'values that were sent': writtenValues,
  imports,
  tags,
  'other resources': others,
  'effects beyond the path': beyondPath,
  'requests to grant': granted,
  'credentials to refuse': access,
  'refused writes': refusedWrites,
}

/** Servers that each break one rule in one place. */
export const mutants: readonly Mutant[] = Object.values(dimensions).flat()
