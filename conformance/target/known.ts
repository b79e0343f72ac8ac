import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { compile } from '../../src/contract/checking/compile.ts'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { day } from '../../src/contract/schemas/primitives.ts'
import { noSuchCheck, patternMatches } from '../checks/choose.ts'
import { checks } from '../checks/index.ts'
import type { Result } from '../judge/outcome.ts'
import { readCommentedJson } from './commented-json.ts'
import type { ReadOptions } from './read-text.ts'
import { BadInput } from './target.ts'

/** A list of known deviations, as in a file of them. */
export const KnownFile = Type.Array(
  Type.Object(
    {
      /** Id of a check, or a pattern. */
      id: Type.String({ minLength: 1, maxLength: 200 }),
      reason: Type.String({ pattern: '\\S', says: 'a string that is not empty' }),
      issue: Type.Optional(Type.String({ minLength: 1 })),
      /** The last day, in UTC, on which failures are excused, as `yyyy-mm-dd`. */
      expires: Type.Optional(Type.String(day)),
    },
    { additionalProperties: false },
  ),
  { maxItems: 10_000 },
)

/** A deviation that the owner of a server knows of. */
export type Known = Readonly<Static<typeof KnownFile>[number]>

/** The entry that excuses a check. */
export const matching = (known: readonly Known[], id: string): Known | undefined =>
  known.find((entry) => patternMatches(entry.id, id))

/** The parts of a run that show the state of a known deviation. */
interface Judged {
  readonly results: readonly Pick<Result, 'id' | 'status'>[]
  readonly notSelected: readonly { readonly id: string }[]
}

/**
 * Entries that excuse nothing any more: all their checks passed. A run of some of them, such as one that was ended, does
 * not show that; checks that have nothing to judge in the target do not count.
 */
export function passingNow(known: readonly Known[], { results, notSelected }: Judged): ReadonlySet<Known> {
  const statuses = new Map(results.map(({ id, status }) => [id, status]))
  const unselected = new Set(notSelected.map(({ id }) => id))
  const judged = checks.filter(({ id }) => !unselected.has(id))
  return new Set(
    known.filter(({ id: pattern }) => {
      const own = judged.filter(({ id }) => patternMatches(pattern, id))
      return own.length > 0 && own.every(({ id }) => statuses.get(id) === 'pass')
    }),
  )
}

const validate = compile(KnownFile)

/**
 * Reads a file of known deviations.
 * @param ids the ids of all checks; an entry that matches none of them is an error
 * @throws BadInput
 */
export async function readKnownFile(
  path: string,
  ids: readonly string[],
  options?: Pick<ReadOptions, 'signal'>,
): Promise<Known[]> {
  const content = await readCommentedJson(path, options)
  const [wrong] = errorsIn(validate, content, {
    subject: 'A file of known deviations',
    // Another file, passed by mistake, may hold tokens.
    hidesValues: true,
    nameOf: (path) =>
      path.replace(/^\[(\d+)\]\.?/, (_, at: string) => `entry ${Number(at) + 1}, `).replace(/, $/, ''),
  })
  if (wrong) throw new BadInput(`${path}: ${wrong.detail}`)
  // The schema has checked the file, which TypeScript cannot infer.
  const known = content as Known[]
  mustMatch(known, ids, `${path}: `)
  return known
}

/** @throws BadInput for an entry that matches no check, with `where` at its start */
export function mustMatch(known: readonly Known[], ids: readonly string[], where: string): void {
  const idle = known.find(({ id }) => !ids.some((each) => patternMatches(id, each)))
  if (idle) throw noSuchCheck(idle.id, ids, where)
}

/** The reason of an entry that the kit writes. */
export const unexplained = 'to be explained'

/**
 * Known deviations for all failures of a run. Entries stay as they are unless all their checks pass: a run that judged
 * none of them, such as a run of other checks, says nothing of them.
 */
export function asKnown(run: Judged, known: readonly Known[]): Known[] {
  const passing = passingNow(known, run)
  // A check that is skipped because of a known deviation has no failure of its own.
  const added = run.results.filter(({ id, status }) => status === 'fail' && !matching(known, id))
  return [
    ...known.filter((entry) => !passing.has(entry)),
    ...added.map(({ id }) => ({ id, reason: unexplained })),
  ]
}
