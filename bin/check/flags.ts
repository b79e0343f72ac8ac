import { reporterNames } from '../../conformance/report/names.ts'
import { boolean, integer, oneOf, string, type TextType } from '../../src/options/types.ts'

const rate: TextType<number> = {
  parse: (text) =>
    /^\d+(?:\.\d+)?$/.test(text) && Number(text) > 0 && Number(text) <= 10_000
      ? Number(text)
      : { must: 'be a number of requests per second, above 0 and up to 10000' },
}

const header: TextType<readonly [name: string, value: string]> = {
  parse(text) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
    if (name === undefined || value === undefined) return { must: "be 'Name: value'" }
    return name.toLowerCase() === 'authorization'
      ? { must: 'not be Authorization, which the kit sets to the tokens of the target' }
      : [name.toLowerCase(), value]
  },
}

/** A requested report and its file; without a file it goes to stdout. */
export interface ReportWanted {
  readonly name: string
  readonly file?: string
}

const reporter: TextType<ReportWanted> = {
  parse(text) {
    const [, name, file] = /^([^=]+)(?:=(.+))?$/s.exec(text) ?? []
    return name === undefined
      ? { must: 'be <name> or <name>=<file>' }
      : { name, ...(file !== undefined && { file }) }
  },
}

/** Maximum milliseconds until a response arrives. */
export const defaultTimeout = 10_000

/** The flags for requests to a server. */
export const connectionFlags = {
  timeout: {
    placeholder: '<ms>',
    help: 'time limit of each response',
    default: defaultTimeout,
    type: integer(1, 600_000),
  },
  rate: {
    placeholder: '<number>',
    help: 'limit of requests per second',
    default: 'no limit',
    type: rate,
  },
  header: {
    placeholder: '<header>',
    help: "header 'Name: value' to send with every request",
    repeats: 'object',
    type: header,
  },
  ca: { placeholder: '<file>', help: 'certificates (PEM) to trust', type: string },
  insecure: { help: 'accept any certificate', type: boolean },
} as const

/** The flags for the requests and the rules of a run. */
const runFlags = {
  strict: { help: 'fail null and absent values in every field', type: boolean },
  'read-only': { help: 'send no request that writes', type: boolean },
} as const

/** The flags of `check`. */
export const checkFlags = {
  target: {
    placeholder: '<file>',
    help: 'target file, written with `nestbox init`',
    default: 'the one that the server provides',
    type: string,
  },
  only: {
    placeholder: '<pattern>',
    help: 'run only the checks whose ids match',
    repeats: 'list',
    type: string,
  },
  skip: { placeholder: '<pattern>', help: 'skip the checks whose ids match', repeats: 'list', type: string },
  level: {
    placeholder: '<level>',
    help: 'stated: failures of inferred clauses are warnings; inferred: they are failures',
    default: 'inferred',
    type: oneOf(['stated', 'inferred'] as const),
  },
  known: { placeholder: '<file>', help: 'file of known deviations, which do not fail the run', type: string },
  'write-known': {
    placeholder: '<file>',
    help: 'write the failures to a file of known deviations',
    type: string,
  },
  'allow-incomplete': { help: 'exit with 0 even if some checks could not be judged', type: boolean },
  bail: { help: 'stop at the first failure', type: boolean },
  reporter: {
    placeholder: '<name[=file]>',
    help: `format of a report: ${reporterNames.join(', ')}`,
    default: 'text',
    repeats: 'list',
    type: reporter,
  },
  'dry-run': { help: 'list the selected checks and send nothing', type: boolean },
  'wait-for': {
    placeholder: '<seconds>',
    help: 'wait until the server responds',
    type: integer(0, 3600),
  },
  'max-time': {
    placeholder: '<seconds>',
    help: 'end the run after this time: restore what was changed and report',
    type: integer(1, 86_400),
  },
  explore: { help: 'after the checks, send random requests and judge every response', type: boolean },
  'explore-requests': {
    placeholder: '<number>',
    help: 'how many requests --explore sends, without those for making findings small',
    default: 2_000,
    type: integer(1, 1_000_000),
  },
  'explore-seed': {
    placeholder: '<text>',
    help: 'the seed of the requests of --explore',
    default: 'a new one, which the report shows',
    type: string,
  },
  replay: {
    placeholder: '<file>',
    help: 'send the findings of --explore again, from its report in JSON',
    type: string,
  },
  'show-gaps': { help: 'list the observed behaviour for each gap', type: boolean },
  verbose: { help: 'list the gaps, and the fields that were never seen', type: boolean },
  self: { help: 'start the mock server and check it', type: boolean },
  ...connectionFlags,
  ...runFlags,
} as const

/** The flags of `diff`. */
export const diffFlags = {
  json: { help: 'print the differences as JSON', type: boolean },
  ...connectionFlags,
  ...runFlags,
} as const
