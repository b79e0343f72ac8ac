import type { TSchema } from '@sinclair/typebox'
import { fieldClausesOf } from '../../src/contract/field-clauses.ts'
import { fieldsOf, isNullable, type Kind, kinds, sectionOf, withArticle } from '../../src/contract/index.ts'
import { type BadField, type Fault, isTimestamp } from '../judge/fields.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Failure, Unseen } from '../judge/outcome.ts'
import { summed } from '../judge/rule.ts'
import type { Check } from './check.ts'

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

/** Whether a field of the kind has a format in the document, other than that of a timestamp. */
const isFormatted = (kind: Kind): boolean =>
  (['top', 'nested'] as const).some((form) =>
    Object.values(fieldsOf(kind, form).properties).some((declared) => {
      const schema: TSchema = isNullable(declared) ? declared.anyOf[0] : declared
      return ('pattern' in schema || 'maximum' in schema) && !isTimestamp(schema)
    }),
  )

/** Checks of every field of every resource, at the top of a response or nested. Sections 2.2 to 2.13. */
const ofKinds: readonly Check[] = kinds.flatMap((kind) =>
  faults
    .filter(({ slug }) => slug !== 'formats' || isFormatted(kind))
    .map(({ slug, fault, title, message }): Check => {
      const section = sectionOf(kind)
      return {
        id: `${section}/${slug}`,
        section,
        clauses: clausesOf(kind),
        level: 'stated',
        title: `${withArticle(kind)} ${title}`,
        ...(slug === 'presence' && { ignored: 'null in fields whose meaning is optional' }),
        ...(slug === 'types' && { ignored: 'fields that the document does not name' }),
        phase: 'rule',
        run: (fixtures) => noneBad(fixtures, kind, fault, message),
      }
    }),
)

const timestamps: Check = {
  id: '2.1/timestamps',
  section: '2.1',
  clauses: ['2.1#timestamps'],
  level: 'stated',
  title: 'timestamps are ISO 8601 with a numeric offset',
  ignored: 'which form of ISO 8601 and which offset it is, as long as that is a number and not `Z`',
  phase: 'rule',
  async run(fixtures) {
    await fixtures.everything()
    const { seen } = fixtures
    if (seen.found().length === 0) throw new Unseen('no resource was seen')
    const failures = seen.bad('timestamp').map((bad) => failureOf(bad, noTimestamp(bad)))
    return summed(failures, seen.found().length)
  },
}

/** Why a value is not a timestamp of the document. */
const noTimestamp = ({ actual }: BadField): string =>
  /z"$/i.test(actual)
    ? 'is no timestamp: `Z` is no numeric offset'
    : /T.*[+-]\d\d(?::?\d\d)?"$/.test(actual)
      ? 'is no timestamp'
      : 'is no timestamp with a numeric offset'

export const fields: readonly Check[] = [timestamps, ...ofKinds]

function clausesOf(kind: Kind): string[] {
  return fieldClausesOf(kind).map(({ id }) => id)
}

/** Fields of the response of section 4.1 that have checks of their own. */
const ofOtherChecks = ['mounts', 'allocated_resources']

async function noneBad(
  fixtures: Fixtures,
  kind: Kind,
  fault: Fault,
  message: string,
): Promise<Failure | undefined> {
  await fixtures.everything()
  const { seen } = fixtures
  const judged = seen.found(kind).length
  if (judged === 0) throw new Unseen(`no ${kind} was seen`)
  const bad = seen
    .bad(fault, kind)
    .filter(
      ({ found, path }) =>
        !(kind === 'node' && found.form === 'top' && fault === 'absent' && ofOtherChecks.includes(path)),
    )
  return summed(
    bad.map((each) => failureOf(each, each.actual === 'null' ? 'is null' : message)),
    judged,
  )
}

const failureOf = (bad: BadField, message: string): Failure => ({
  message: `\`${bad.path}\` of ${withArticle(bad.found.kind)} ${message}.`,
  expected: bad.expected,
  actual: bad.actual,
  pointer: bad.pointer,
  exchange: bad.found.exchange,
  clauses: [clauseOf(bad)],
})

/** The clause of a field; for an entry of a map, the clause of the map. */
function clauseOf({ found: { kind }, path }: BadField): string {
  const section = sectionOf(kind)
  const ids = clausesOf(kind)
  const names = path.split('.')
  for (let length = names.length; length > 0; length -= 1) {
    const id = `${section}#${names.slice(0, length).join('.')}`
    if (ids.includes(id)) return id
  }
  return `${section}#${path}`
}
