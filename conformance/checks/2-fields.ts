import { fieldClausesOf } from '../../src/contract/clauses.ts'
import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import { type Kind, kinds, recordOf, sectionOf, withArticle } from '../../src/contract/index.ts'
import { type BadField, badFieldsIn, type Fault, isTimestamp } from '../judge/fields.ts'
import { noneSeen } from '../judge/not-shown.ts'
import type { Failure } from '../judge/outcome.ts'
import { walk } from '../judge/walk.ts'
import type { CheckRow } from './check.ts'
import { placeCheck } from './place-checks.ts'

const faults = [
  { slug: 'types', fault: 'type', title: 'has every field in its type', message: 'has the wrong type' },
  { slug: 'presence', fault: 'absent', title: 'lacks no field', message: 'is missing' },
  {
    slug: 'formats',
    fault: 'format',
    title: 'has its formatted fields in their format',
    message: 'is not in its format',
  },
] as const satisfies readonly { slug: string; fault: Fault; title: string; message: string }[]

const clausesOf = recordOf(kinds, (kind) => fieldClausesOf(kind).map(({ id }) => id))

/** Whether a field of the kind has a format in the document, other than that of a timestamp. */
const isFormatted = (kind: Kind): boolean =>
  fieldPathsOf(kind).some(
    ({ schema }) => ('pattern' in schema || 'maximum' in schema) && !isTimestamp(schema),
  )

/** Checks of every field of every resource, at the top of a response or nested. Sections 2.2 to 2.13. */
const ofKinds: readonly CheckRow[] = kinds.flatMap((kind) =>
  faults
    .filter(({ slug }) => slug !== 'formats' || isFormatted(kind))
    .map(({ slug, fault, title, message }): CheckRow => {
      const section = sectionOf(kind)
      return {
        id: `${section}/${slug}`,
        clauses: clausesOf[kind],
        title: `${withArticle(kind)} ${title}`,
        ...(slug === 'presence' && { ignored: 'null in fields whose meaning is optional' }),
        ...(slug === 'types' && { ignored: 'fields that the document does not name' }),
        rule: {
          without: ({ exchange }, evidence) =>
            walk(exchange).found.some((found) => found.kind === kind) ? undefined : noneSeen(kind, evidence),
          *judge({ exchange }, { form }): Iterable<Failure> {
            for (const bad of badFieldsIn(exchange, form))
              if (bad.fault === fault && bad.found.kind === kind && !hasOwnCheck(bad))
                yield failureOf(bad, bad.actual === 'null' ? 'is null' : message)
          },
        },
      }
    }),
)

const timestamps: CheckRow = {
  id: '2.1/timestamps',
  title: 'timestamps are ISO 8601 with a numeric offset',
  ignored: 'which form of ISO 8601 and which offset it is, as long as that is a number and not `Z`',
  rule: {
    without: ({ exchange }) => (walk(exchange).found.length > 0 ? undefined : 'no resource was seen'),
    *judge({ exchange }, { form }): Iterable<Failure> {
      for (const bad of badFieldsIn(exchange, form))
        if (bad.fault === 'timestamp') yield failureOf(bad, noTimestamp(bad))
    },
  },
}

/** Why a value is not a timestamp of the document. */
const noTimestamp = ({ actual }: BadField): string =>
  /z"$/i.test(actual)
    ? 'is not a timestamp: `Z` is not a numeric offset'
    : /T[^T]*[+-]\d\d(?::?\d\d)?"$/.test(actual)
      ? 'is not a timestamp'
      : 'is not a timestamp with a numeric offset'

/** The envelope of a tag is the only nested one that must have a URL. Section 2.4. */
const tagUrl = placeCheck({
  id: '2.4/meta-resource',
  title: 'the envelope of a tag has `meta.resource`',
  on: 'tag',
  without: ({ exchange }) =>
    walk(exchange).found.some(({ kind }) => kind === 'tag') ? undefined : 'no tag was seen',
  pointer: '/meta/resource',
  fits: (value) => typeof value === 'string',
  message: 'A tag has no `meta.resource`.',
  expected: 'a string, the URL of the tag',
})

export const fields: readonly CheckRow[] = [timestamps, ...ofKinds, tagUrl]

/** Fields of the response of section 4.1 that have checks of their own. */
const ofOtherChecks = ['mounts', 'allocated_resources']

const hasOwnCheck = ({ found: { kind, form }, fault, path }: BadField): boolean =>
  kind === 'node' && form === 'top' && fault === 'absent' && ofOtherChecks.includes(path)

const failureOf = (bad: BadField, message: string): Failure => ({
  message: `\`${bad.path}\` of ${withArticle(bad.found.kind)} ${message}.`,
  expected: bad.expected,
  actual: bad.actual,
  pointer: bad.pointer,
  clauses: [clauseOf(bad)],
})

/** The clause of a field; for an entry of a map, the clause of the map. */
function clauseOf({ found: { kind }, path }: BadField): string {
  const section = sectionOf(kind)
  const ids = clausesOf[kind]
  const names = path.split('.')
  for (let length = names.length; length > 0; length -= 1) {
    const id = `${section}#${names.slice(0, length).join('.')}`
    if (ids.includes(id)) return id
  }
  return `${section}#${path}`
}
