/**
 * The sections of the document, in its order: number and title. Clauses and gaps refer to them, and a test finds
 * sections without either.
 */
export const sections = [
  ['1', 'What the service does'],
  ['2', 'Resources and their fields'],
  ['2.1', 'Envelopes'],
  ['2.2', 'node'],
  ['2.3', 'location'],
  ['2.4', 'tag'],
  ['2.5', 'egg'],
  ['2.6', 'egg_variable'],
  ['2.7', 'server_variable'],
  ['2.8', 'server'],
  ['2.9', 'allocation'],
  ['2.10', 'user'],
  ['2.11', 'mount'],
  ['2.12', 'backup'],
  ['2.13', 'database'],
  ['2.14', 'Gaps of the resources'],
  ['3', 'States and transitions'],
  ['4', 'Endpoints'],
  ['4.1', 'Update node'],
  ['4.2', 'Sync node game tags'],
  ['4.3', 'Update egg from import'],
  ['4.4', 'List server mounts'],
  ['4.5', 'Update server startup'],
  ['4.6', 'Create user'],
  ['4.7', 'List server backups'],
  ['4.8', 'List database host databases'],
  ['4.9', 'Gaps of the operations'],
  ['5', 'Authentication'],
  ['6', 'Events'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versioning'],
] as const

/** A section number of the document. */
export type Section = (typeof sections)[number][0]

/** The title of a section. */
export const titleOf = (section: Section): string =>
  sections.find(([number]) => number === section)?.[1] ?? ''
