import { parseArgs } from 'node:util'

/** The cases of the benchmark; by default all of them are measured. */
export const cases = ['start', 'list', 'mixed', 'create', 'startup', 'file', 'install']

export const usage = `Usage: npm run bench [-- [<rounds>] [flags]]

Compares the mock server with a bare Koa server that sends the same bytes, and with
other mock servers from npm, in interleaved rounds. Needs a build, Linux, and wrk on
the PATH (Debian: apt-get install wrk).

  <rounds>            number of measurements of each figure; the report has medians [3]
      --no-peers      measure Koa and Nestbox only, and install no other mock servers
      --case <name>   ${cases.join(', ')} (can be repeated) [all]
      --seconds <n>   duration of each load [0.7]
  -h, --help          print this help`

export class UsageError extends Error {}

/**
 * @param {string[]} args the arguments of the command line
 * @throws {UsageError} if an argument is unknown or invalid
 */
export function readOptions(args) {
  const { values, positionals } = parsed(args)
  const [rounds = '3', more] = positionals
  if (more !== undefined) throw new UsageError(`Only one number of rounds is accepted; "${more}" is another.`)
  const unknown = values.case?.find((name) => !cases.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`"${unknown}" is not a case; the cases are ${cases.join(', ')}.`)
  }
  return {
    wantsHelp: values.help === true,
    withPeers: values['no-peers'] !== true,
    cases: values.case ?? cases,
    rounds: number(rounds, /^\d+$/, 1, 99, 'number of rounds; it must be a whole number'),
    seconds: number(values.seconds, /^\d+(\.\d+)?$/, 0.1, 60, 'number of seconds; it must be a number'),
  }
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'no-peers': { type: 'boolean' },
        case: { type: 'string', multiple: true },
        seconds: { type: 'string', default: '0.7' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // The rest of Node's message explains file names that begin with a hyphen.
    throw new UsageError(`${error.message.split(/[.\n]/)[0]}.`)
  }
}

function number(text, form, least, most, rule) {
  const value = Number(text)
  if (form.test(text) && value >= least && value <= most) return value
  throw new UsageError(`"${text}" is not a valid ${rule} from ${least} to ${most}.`)
}
