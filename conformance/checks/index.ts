import {
  clauses,
  type OperationId,
  operationIds,
  operations,
  pagedIds,
  type Section,
  sections,
} from '../../src/contract/index.ts'
import { envelopes } from './2.1-envelopes.ts'
import { pagination } from './2.1-pagination.ts'
import { agreement } from './2-agreement.ts'
import { fields } from './2-fields.ts'
import { updateNode } from './4.1-update-node.ts'
import { syncNodeTags } from './4.2-sync-node-tags.ts'
import { importEgg } from './4.3-import-egg.ts'
import { listServerMounts } from './4.4-list-server-mounts.ts'
import { updateServerStartup } from './4.5-update-server-startup.ts'
import { createUser } from './4.6-create-user.ts'
import { listServerBackups } from './4.7-list-server-backups.ts'
import { authentication } from './5-authentication.ts'
import type { Check, CheckRow } from './check.ts'
import { distinctCheck, stableCheck } from './identity-checks.ts'
import { pageChecks } from './page-checks.ts'
import { pathCheck } from './path-check.ts'
import { responseCheck } from './response-check.ts'

const own: readonly CheckRow[] = [
  ...pagedIds.flatMap(pageChecks),
  ...envelopes,
  ...pagination,
  ...fields,
  ...agreement,
  ...updateNode,
  ...syncNodeTags,
  ...importEgg,
  ...listServerMounts,
  ...updateServerStartup,
  ...createUser,
  ...listServerBackups,
  ...authentication,
]

/** The checks of clauses that follow from the rows of operations, by their slugs. */
const ofRows: Readonly<Record<string, (id: OperationId) => CheckRow>> = {
  path: pathCheck,
  distinct: distinctCheck,
  stable: stableCheck,
}

/** The checks of an operation that follow from its row, as far as its file has none of their ids. */
const ofRow = (operation: OperationId): readonly CheckRow[] =>
  Object.entries(ofRows).flatMap(([slug, make]) => {
    const { section } = operations[operation]
    const isDue = clauses.some(({ id }) => id === `${section}#${slug}`)
    return isDue && !own.some(({ id }) => id === `${section}/${slug}`) ? [make(operation)] : []
  })

const places = sections.map(([number]) => number)

const bySection = (one: Check, other: Check): number =>
  places.indexOf(one.section) - places.indexOf(other.section)

const stated = new Set(clauses.filter(({ level }) => level === 'stated').map(({ id }) => id))

const checkOf = ({ clauses: covered, ...row }: CheckRow): Check => {
  const clauses = covered ?? [row.id.replace('/', '#')]
  return {
    ...row,
    clauses,
    // A test compares the sections of the ids with those of the document.
    section: row.id.slice(0, row.id.indexOf('/')) as Section,
    level: clauses.some((clause) => stated.has(clause)) ? 'stated' : 'inferred',
  }
}

/** Every check, in the order of the document. */
export const checks: readonly Check[] = [
  ...operationIds.map(responseCheck),
  ...own,
  ...operationIds.flatMap(ofRow),
]
  .map(checkOf)
  .toSorted(bySection)
