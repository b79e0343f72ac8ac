import { operations } from '../contract/operations.ts'
import { listing } from './listing.ts'

/** Lists the databases on a database host, in pages. Section 4.8. */
export const listHostDatabases = listing(operations.listHostDatabases)
