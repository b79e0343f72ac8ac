import { checks } from '../../conformance/checks/index.ts'
import { Unreachable } from '../../conformance/client/probe.ts'
import { Busy } from '../../conformance/client/retry-budget.ts'
import { type Comparison, compare, type Findings, isFindings } from '../../conformance/report/compare.ts'
import { readCommentedJson } from '../../conformance/target/commented-json.ts'
import type { diffFlags } from '../commands/diff-flags.ts'
import { complain } from '../complain.ts'
import type { Values } from '../flags.ts'
import { exitCodeFor } from './exit-code.ts'
import { judge } from './judge.ts'
import { mannerOf, targetAt, urlGiven } from './place.ts'
import { progressOn } from './progress.ts'
import { table } from './table.ts'

type Given = Values<typeof diffFlags>

/** Compares two servers or reports. @returns 0 if they are the same, 1 if they differ */
export async function diffSides(given: Given, a: string, b: string, env: NodeJS.ProcessEnv): Promise<number> {
  try {
    // One after the other: both may be the same server.
    const comparison = compare(await findings(a, given, env), await findings(b, given, env))
    const isSame = Object.values(comparison).every((differences) => differences.length === 0)
    const json = `${JSON.stringify({ a, b, same: isSame, ...comparison }, null, 2)}\n`
    process.stdout.write(given.json ? json : isSame ? 'No differences.\n' : inWords(comparison, a, b))
    return isSame ? 0 : 1
  } catch (error) {
    const isBusy = error instanceof Busy
    if (!isBusy && !(error instanceof Unreachable)) throw error
    complain(isBusy ? `There is nothing to compare: ${error.message}.` : error.message)
    return exitCodeFor('unreachable')
  }
}

/** What a report says, or what a run against a server finds out. */
async function findings(side: string, given: Given, env: NodeJS.ProcessEnv): Promise<Findings> {
  const isUrl = /^https?:/i.test(side)
  if (!isUrl) {
    const content = await readCommentedJson(side)
    if (isFindings(content)) return content
  }
  const manner = await mannerOf(given)
  const target = await targetAt(isUrl ? { url: urlGiven(side) } : { file: side }, manner, env)
  const progress = progressOn(process.stderr)
  try {
    const outcome = await judge({
      ...{ target, manner, checks, onResult: progress.show },
      strict: given.strict ?? false,
      readOnly: given['read-only'] ?? false,
    })
    if (outcome.verdict === 'unreachable') throw new Unreachable(target.baseUrl, 'no request was answered')
    return outcome
  } finally {
    progress.clear()
  }
}

const titles: Readonly<Record<keyof Comparison, string>> = {
  clause: 'Clauses: what one keeps and the other does not',
  gap: 'Gaps: what each does where the document is silent',
  data: 'Data: fields that only one of them ever showed',
}

const inWords = ({ clause, gap, data }: Comparison, a: string, b: string): string =>
  [
    table([
      ['a', a],
      ['b', b],
    ]),
    ...Object.entries({ clause, gap, data })
      .filter(([, differences]) => differences.length > 0)
      .map(([sort, differences]) => {
        const rows = differences.map((each) => [`  ${each.id}`, each.a, each.b])
        return `${titles[sort as keyof Comparison]}\n\n${table([['', 'a', 'b'], ...rows])}`
      }),
  ].join('\n')
