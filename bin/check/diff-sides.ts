import { checks } from '../../conformance/checks/index.ts'
import { Unreachable } from '../../conformance/client/probe.ts'
import { Busy } from '../../conformance/client/retry-budget.ts'
import { exitCodes, whyNoneJudged } from '../../conformance/judge/verdict.ts'
import {
  type Comparison,
  compare,
  damageIn,
  type Findings,
  haveCommonChecks,
  isFindings,
  notCompared,
} from '../../conformance/report/compare.ts'
import { oneLine, printableJson, withoutCommands } from '../../conformance/report/printable.ts'
import { run } from '../../conformance/run.ts'
import { readCommentedJson } from '../../conformance/target/commented-json.ts'
import { BadInput } from '../../conformance/target/target.ts'
import type { Values } from '../flags.ts'
import { complain, print, progressOn, table, UsageError } from '../terminal.ts'
import { connectionFor } from './connection.ts'
import { type EarlyEnd, endingOf } from './ending.ts'
import { findTarget, readBaseUrl } from './find-target.ts'
import type { diffFlags } from './flags.ts'
import { tellLeftBehind } from './reports.ts'

type DiffValues = Values<typeof diffFlags>

/**
 * Compares two servers or reports. A signal ends the run of a server, and nothing is compared then.
 * @returns 0 if they are the same, 1 if they differ, 3 if no check of a side was judged, or the code of an error or a
 * signal
 * @throws UsageError if the sides have no check in common
 */
export async function diffSides(
  values: DiffValues,
  a: string,
  b: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const ending = endingOf()
  const side = (each: string) => findings(each, values, env, ending)
  try {
    // Sequential, since both sides can be the same server.
    const sides = [await side(a), await side(b)] as const
    const code = ending.exitCode()
    if (code !== undefined) return code
    const reasons = [tellReason(a, sides[0]), tellReason(b, sides[1])]
    if (reasons.some((why) => why !== undefined)) return exitCodes.incomplete
    if (!haveCommonChecks(...sides))
      throw new UsageError('The two sides have no check in common, so there is nothing to compare.')
    const comparison = compare(...sides)
    const left = notCompared(...sides)
    const isSame = Object.values(comparison).every((differences) => differences.length === 0)
    const json = `${printableJson({
      ...{ a, b, same: isSame, ...comparison },
      ...(left.length > 0 && { notCompared: left }),
    })}\n`
    const differences = isSame ? 'No differences.\n' : inWords(comparison, a, b)
    const rest = left.map((each) => `Not compared: ${oneLine(each)}\n`).join('')
    await print(values.json ? json : withoutCommands(`${differences}${rest && `\n${rest}`}`))
    return isSame ? 0 : 1
  } catch (error) {
    const code = ending.exitCode()
    if (code !== undefined && (error instanceof Unreachable || error instanceof BadInput)) return code
    const isBusy = error instanceof Busy
    if (!isBusy && !(error instanceof Unreachable)) throw error
    complain(isBusy ? `There is nothing to compare: ${error.message}.` : error.message)
    return exitCodes.unreachable
  } finally {
    ending.release()
  }
}

/** The content of a report, or the result of a run against a server. */
async function findings(
  side: string,
  values: DiffValues,
  env: NodeJS.ProcessEnv,
  { signal, deadline }: EarlyEnd,
): Promise<Findings> {
  const isUrl = /^https?:/i.test(side)
  if (!isUrl) {
    const content = await readCommentedJson(side, { signal })
    if (isFindings(content)) return content
    // No target has results.
    const damage = damageIn(content)
    if (damage !== undefined) throw new BadInput(`${side} is a damaged report: ${damage}`)
  }
  const connection = { ...(await connectionFor(values, signal)), signal }
  const target = await findTarget(isUrl ? { url: readBaseUrl(side) } : { file: side }, connection, env)
  const progress = progressOn(process.stderr)
  const result = await run({
    ...connection,
    ...{ target, checks, deadline, onProgress: progress.show },
    strict: values.strict ?? false,
    readOnly: values['read-only'] ?? false,
  }).finally(progress.clear)
  if (result.verdict === 'unreachable') throw new Unreachable(target.baseUrl, 'it responded to no request')
  tellLeftBehind(result)
  return result
}

/** Tells the mistakes in the target of a side, and why no check of it was judged. @returns the reason */
function tellReason(side: string, findings: Findings): string | undefined {
  const { targetProblems = [] } = findings
  if (targetProblems.length > 0) complain(`The target of ${side}:`, targetProblems)
  const why = whyNoneJudged(findings)
  if (why !== undefined) complain(`${side} cannot be compared, because no check was judged: ${why}.`)
  return why
}

const titles: Readonly<Record<keyof Comparison, string>> = {
  clause: 'Clauses: checks that do not have the same result',
  gap: 'Gaps: behaviour that the document leaves open',
  data: 'Data: fields that only one side returned',
}

const inWords = ({ clause, gap, data }: Comparison, a: string, b: string): string =>
  [
    table(Object.entries({ a, b })),
    ...Object.entries({ clause, gap, data })
      .filter(([, differences]) => differences.length > 0)
      .map(([sort, differences]) => {
        // The ids and values come from report files, which can contain control characters.
        const rows = differences.map((each) => [`  ${oneLine(each.id)}`, oneLine(each.a), oneLine(each.b)])
        return `${titles[sort as keyof Comparison]}\n\n${table([['', 'a', 'b'], ...rows])}`
      }),
  ].join('\n')
