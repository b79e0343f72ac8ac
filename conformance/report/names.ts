/** The reporters by their names in `--reporter`; the help reads them without loading the reporters. */
export const reporterNames = [
  'text',
  'json',
  'junit',
  'html',
  'markdown',
  'github',
  'har',
  'tap',
  'badge',
] as const

export type ReporterName = (typeof reporterNames)[number]
