import { tokenNames } from '../../conformance/client/credentials.ts'
import { reporterNames } from '../../conformance/report/reporter.ts'
import { highestRate, longestTimeout, lowestRate } from '../../conformance/run-options.ts'
import { isOfConnection, longestHeader } from '../../conformance/target/contradictions.ts'
import {
  boolean,
  flag,
  flagsOf,
  integer,
  number,
  oneOf,
  pattern,
  secret,
  string,
  tokensOf,
} from '../../src/options/types.ts'
import { outFlag } from '../files.ts'

/** A requested report and its file; without a file it goes to stdout. */
export type ReportWanted = ReturnType<typeof reporter.read>

const reporter = {
  ...pattern('^[^=]+(?:=[\\s\\S]+)?$', '<name> or <name>=<file>'),
  read(text: string) {
    const [, name = '', file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? []
    return { name, ...(file !== undefined && { file }) }
  },
}

const header = {
  ...secret(
    "^[\\w!#$%&'*+.^`|~-]+:[ \\t]*[\\x20-\\x7e]*$",
    `'Name: value' of at most ${longestHeader} characters, without headers of the connection and Authorization, which the kit sets`,
  ),
  read(text: string): readonly [name: string, value: string] {
    const at = text.indexOf(':')
    return [text.slice(0, at).toLowerCase(), text.slice(at + 1).replace(/^[ \t]+/, '')]
  },
  isValid: ([name, value]: readonly [string, string]) =>
    name !== 'authorization' && !isOfConnection(name) && value.length <= longestHeader,
}

const requestRate = number({
  minimum: lowestRate,
  maximum: highestRate,
  says: `a number of requests per second, from ${lowestRate} to ${highestRate}`,
})

/** Maximum milliseconds until a response arrives. */
export const defaultTimeout = 10_000

/** The flags for requests to a server. */
export const connectionFlags = flagsOf(
  flag('--timeout <ms>', 'time limit of each response', integer(1, longestTimeout), {
    default: defaultTimeout,
  }),
  flag('--rate <number>', 'limit of requests per second', requestRate, { default: 'no limit' }),
  flag('--header <header>', "header 'Name: value' to send with every request", header, { repeats: 'object' }),
  flag('--ca <file>', 'certificates (PEM) to trust', string),
  flag('--insecure', 'accept any certificate', boolean),
)

/** The flags for the requests and the rules of a run. */
const runFlags = flagsOf(
  flag('--strict', 'fail null and absent values in every field', boolean),
  flag('--read-only', 'send no request that writes', boolean),
)

/** The flags of `check`. */
export const checkFlags = {
  ...flagsOf(
    flag('--target <file>', 'target file, written with `nestbox init`', string, {
      default: 'the one that the server provides',
    }),
    flag('--only <pattern>', 'run only the checks whose ids match', string, { repeats: 'list' }),
    flag('--skip <pattern>', 'skip the checks whose ids match', string, { repeats: 'list' }),
    flag(
      '--level <level>',
      'stated: failures of inferred clauses are warnings; inferred: they are failures',
      oneOf(['stated', 'inferred'] as const),
      { default: 'inferred' },
    ),
    flag(
      '--known <file>',
      'file of known deviations, which do not fail the run until they expire (UTC)',
      string,
    ),
    flag(
      '--write-known <file>',
      'add the failures to a file of known deviations, without keeping its comments',
      string,
    ),
    flag('--allow-incomplete', 'exit with 0 even if some checks could not be judged', boolean),
    flag('--bail', 'stop at the first failure', boolean),
    flag('--reporter <name[=file]>', `format of a report: ${reporterNames.join(', ')}`, reporter, {
      default: 'text',
      repeats: 'list',
    }),
    flag('--dry-run', 'list the selected checks and send nothing', boolean),
    flag('--wait-for <seconds>', 'wait until the server responds', integer(0, 3600)),
    flag(
      '--max-time <seconds>',
      'end the run after this time: restore what was changed and report',
      integer(1, 86_400),
    ),
    flag('--explore', 'after the checks, send random requests and judge every response', boolean),
    flag(
      '--explore-requests <number>',
      'how many requests --explore sends, without those for making findings small',
      integer(1, 1_000_000),
      { default: 2_000 },
    ),
    flag('--explore-seed <text>', 'the seed of the requests of --explore', string, {
      default: 'a new one, which the report shows',
    }),
    flag('--replay <file>', 'send the findings of --explore again, from its report in JSON', string),
    flag('--show-gaps', 'list the observed behaviour for each gap', boolean),
    flag('--verbose', 'list the gaps, and the fields that were never seen', boolean),
    flag('--self', 'start the mock server and check it', boolean),
  ),
  ...connectionFlags,
  ...runFlags,
}

/** The flags of `diff`. */
export const diffFlags = {
  ...flagsOf(flag('--json', 'print the differences as JSON', boolean)),
  ...connectionFlags,
  ...runFlags,
}

/** The flags of `init`. */
export const initFlags = {
  ...flagsOf(
    flag(
      '--token <name=token>',
      `find resources with this token; the names are ${tokenNames.join(', ')}`,
      tokensOf(tokenNames),
      { repeats: 'object', isDistinct: true },
    ),
    outFlag,
    flag('--force', 'overwrite an existing file', boolean),
  ),
  ...connectionFlags,
}

/** The flags of `list`. */
export const listFlags = flagsOf(flag('--json', 'print JSON with more fields', boolean))
