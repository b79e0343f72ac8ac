import { highestRate, longestTimeout } from '../../conformance/check-run-options.ts'
import { tokenNames } from '../../conformance/client/credentials.ts'
import { reporterNames } from '../../conformance/report/names.ts'
import { boolean, integer, number, oneOf, pattern, string, tokensOf } from '../../src/options/types.ts'

/** A requested report and its file; without a file it goes to stdout. */
export interface ReportWanted {
  readonly name: string
  readonly file?: string
}

function readReporter(text: string): ReportWanted {
  const [, name = '', file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? []
  return { name, ...(file !== undefined && { file }) }
}

function readHeader(text: string): readonly [name: string, value: string] {
  const at = text.indexOf(':')
  return [text.slice(0, at).toLowerCase(), text.slice(at + 1).replace(/^[ \t]+/, '')]
}

/** Maximum milliseconds until a response arrives. */
export const defaultTimeout = 10_000

/** The flags for requests to a server. */
export const connectionFlags = {
  timeout: {
    placeholder: '<ms>',
    help: 'time limit of each response',
    default: defaultTimeout,
    ...integer(1, longestTimeout),
  },
  rate: {
    placeholder: '<number>',
    help: 'limit of requests per second',
    default: 'no limit',
    ...number({
      exclusiveMinimum: 0,
      maximum: highestRate,
      says: `a number of requests per second, above 0 and up to ${highestRate}`,
    }),
  },
  header: {
    placeholder: '<header>',
    help: "header 'Name: value' to send with every request",
    repeats: 'object',
    ...pattern(
      "^[\\w!#$%&'*+.^`|~-]+:[ \\t]*[\\x20-\\x7e]*$",
      "'Name: value', without Authorization, which the kit sets to the tokens of the target",
    ),
    read: readHeader,
    isValid: ([name]: ReturnType<typeof readHeader>) => name !== 'authorization',
  },
  ca: { placeholder: '<file>', help: 'certificates (PEM) to trust', ...string },
  insecure: { help: 'accept any certificate', ...boolean },
} as const

/** The flags for the requests and the rules of a run. */
const runFlags = {
  strict: { help: 'fail null and absent values in every field', ...boolean },
  'read-only': { help: 'send no request that writes', ...boolean },
} as const

/** The flags of `check`. */
export const checkFlags = {
  target: {
    placeholder: '<file>',
    help: 'target file, written with `nestbox init`',
    default: 'the one that the server provides',
    ...string,
  },
  only: {
    placeholder: '<pattern>',
    help: 'run only the checks whose ids match',
    repeats: 'list',
    ...string,
  },
  skip: { placeholder: '<pattern>', help: 'skip the checks whose ids match', repeats: 'list', ...string },
  level: {
    placeholder: '<level>',
    help: 'stated: failures of inferred clauses are warnings; inferred: they are failures',
    default: 'inferred',
    ...oneOf(['stated', 'inferred'] as const),
  },
  known: { placeholder: '<file>', help: 'file of known deviations, which do not fail the run', ...string },
  'write-known': {
    placeholder: '<file>',
    help: 'write the failures to a file of known deviations',
    ...string,
  },
  'allow-incomplete': { help: 'exit with 0 even if some checks could not be judged', ...boolean },
  bail: { help: 'stop at the first failure', ...boolean },
  reporter: {
    placeholder: '<name[=file]>',
    help: `format of a report: ${reporterNames.join(', ')}`,
    default: 'text',
    repeats: 'list',
    ...pattern('^[^=]+(?:=[\\s\\S]+)?$', '<name> or <name>=<file>'),
    read: readReporter,
  },
  'dry-run': { help: 'list the selected checks and send nothing', ...boolean },
  'wait-for': {
    placeholder: '<seconds>',
    help: 'wait until the server responds',
    ...integer(0, 3600),
  },
  'max-time': {
    placeholder: '<seconds>',
    help: 'end the run after this time: restore what was changed and report',
    ...integer(1, 86_400),
  },
  explore: { help: 'after the checks, send random requests and judge every response', ...boolean },
  'explore-requests': {
    placeholder: '<number>',
    help: 'how many requests --explore sends, without those for making findings small',
    default: 2_000,
    ...integer(1, 1_000_000),
  },
  'explore-seed': {
    placeholder: '<text>',
    help: 'the seed of the requests of --explore',
    default: 'a new one, which the report shows',
    ...string,
  },
  replay: {
    placeholder: '<file>',
    help: 'send the findings of --explore again, from its report in JSON',
    ...string,
  },
  'show-gaps': { help: 'list the observed behaviour for each gap', ...boolean },
  verbose: { help: 'list the gaps, and the fields that were never seen', ...boolean },
  self: { help: 'start the mock server and check it', ...boolean },
  ...connectionFlags,
  ...runFlags,
} as const

/** The flags of `diff`. */
export const diffFlags = {
  json: { help: 'print the differences as JSON', ...boolean },
  ...connectionFlags,
  ...runFlags,
} as const

/** The flags of `init`. */
export const initFlags = {
  token: {
    placeholder: '<name=token>',
    help: `find resources with this token; the names are ${tokenNames.join(', ')}`,
    repeats: 'object',
    isDistinct: true,
    ...tokensOf(tokenNames),
  },
  out: { short: 'o', placeholder: '<file>', help: 'file to write', default: 'stdout', ...string },
  force: { help: 'overwrite an existing file', ...boolean },
  ...connectionFlags,
} as const

/** The flags of `list`. */
export const listFlags = { json: { help: 'print JSON with more fields', ...boolean } } as const
