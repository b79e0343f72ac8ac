import { compile } from '../../src/contract/checking/compile.ts'
import { errorsIn } from '../../src/contract/checking/errors-in.ts'
import { noSuchCheck, patternMatches } from '../checks/choose.ts'
import type { Run } from '../run-result.ts'
import { readCommentedJson } from './commented-json.ts'
import { type Known, KnownFile, matching, passingNow } from './known.ts'
import type { ReadOptions } from './read-text.ts'
import { BadInput } from './target.ts'

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
    nameOf: (path) =>
      path.replace(/^\[(\d+)\]\.?/, (_, at: string) => `entry ${Number(at) + 1}, `).replace(/, $/, ''),
  })
  if (wrong) throw new BadInput(`${path}: ${wrong.detail}`)
  // The schema has checked the file, which TypeScript cannot infer.
  const known = content as Known[]
  for (const { id } of known) {
    if (!ids.some((each) => patternMatches(id, each))) throw noSuchCheck(id, ids, `${path}: `)
  }
  return known
}

/** The reason of an entry that the kit writes. */
export const unexplained = 'to be explained'

/**
 * Known deviations for all failures of a run. Entries stay as they are unless all their checks pass: a run that judged
 * none of them, such as a run of other checks, says nothing of them.
 */
export function asKnown(run: Pick<Run, 'results' | 'notSelected'>, known: readonly Known[]): Known[] {
  const failed = run.results.filter(({ status }) => status === 'fail' || status === 'known')
  const passing = passingNow(known, run)
  const added = failed.filter(({ id }) => !matching(known, id))
  return [
    ...known.filter((entry) => !passing.has(entry)),
    ...added.map(({ id }) => ({ id, reason: unexplained })),
  ]
}
