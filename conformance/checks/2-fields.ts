import { fieldClauses } from '../../src/contract/field-clauses.ts'
import { type Fault, schemaOf } from '../judge/fields.ts'
import { type KindName, kinds } from '../judge/kinds.ts'
import { type Failure, Unjudged } from '../judge/outcome.ts'
import type { Scenes } from '../judge/scenes.ts'
import { withArticle } from '../report/with-article.ts'
import type { Check } from './check.ts'

const faults = [
  { slug: 'types', fault: 'type', title: 'has every field in its type', message: 'has the wrong type' },
  { slug: 'presence', fault: 'absent', title: 'lacks no field', message: 'is missing or null' },
  {
    slug: 'formats',
    fault: 'format',
    title: 'has its formatted fields in their format',
    message: 'is not in its format',
  },
] as const satisfies readonly { slug: string; fault: Fault; title: string; message: string }[]

/** Kinds that have a field of which the document gives a format, timestamps aside. */
const formatted: readonly KindName[] = ['node', 'tag', 'egg', 'server', 'user', 'backup']

/** Sections 2.2 to 2.13: every field of every resource, wherever one appears. */
export const fields: readonly Check[] = (Object.keys(kinds) as KindName[]).flatMap((kind) =>
  faults
    .filter(({ slug }) => slug !== 'formats' || formatted.includes(kind))
    .map(({ slug, fault, title, message }): Check => {
      const { section } = kinds[kind]
      return {
        id: `${section}/${slug}`,
        section,
        clauses: clausesOf(kind),
        level: 'stated',
        title: `${withArticle(kind)} ${title}`,
        ...(slug === 'presence' && { ignored: 'null and absence in fields whose meaning is optional' }),
        ...(slug === 'types' && { ignored: 'fields that the document does not name' }),
        run: (scenes) => noneBad(scenes, kind, fault, message),
      }
    }),
)

function clausesOf(kind: KindName): string[] {
  const { section } = kinds[kind]
  const ids = (['top', 'nested'] as const).flatMap((place) =>
    fieldClauses(section, kind, schemaOf(kind, place)).map(({ id }) => id),
  )
  return [
    ...new Set([...ids, ...(kind === 'egg' ? ['2.5#config.files.parser', '2.5#config.files.find'] : [])]),
  ]
}

async function noneBad(
  scenes: Scenes,
  kind: KindName,
  fault: Fault,
  message: string,
): Promise<Failure | undefined> {
  await scenes.everything()
  const { seen } = scenes
  if (seen.found(kind).length === 0) throw new Unjudged(`no ${kind} was seen`)
  const [bad, ...others] = seen.bad(fault, kind)
  if (!bad) return undefined
  const paths = [...new Set(others.map(({ path }) => path))].filter((path) => path !== bad.path)
  return {
    message: `\`${bad.path}\` of ${withArticle(kind)} ${message}${paths.length > 0 ? `; so do ${paths.slice(0, 8).join(', ')}` : ''}.`,
    expected: bad.expected,
    actual: bad.actual,
    pointer: bad.pointer,
    exchange: bad.found.exchange,
  }
}
