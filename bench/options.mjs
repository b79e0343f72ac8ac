import { parseArgs } from 'node:util'

/** What can be measured; all of it, if nothing is named. */
export const cases = ['start', 'list', 'mixed', 'create', 'startup', 'file', 'install']

export const usage = `Usage: npm run bench [-- [<rounds>] [flags]]

Compares the mock with a bare Koa that answers the same bytes and with other mock
servers from the registry, in one interleaved run. After a build, on Linux, with
wrk on the PATH (Debian: apt-get install wrk).

  <rounds>            how often each figure is taken; the medians are shown [3]
      --no-peers      bare Koa and Nestbox alone: nothing is installed
      --case <name>   ${cases.join(', ')} (can be repeated) [all]
      --seconds <n>   how long each load lasts [0.7]
  -h, --help`

export class UsageError extends Error {}

/** @param args what stands behind the program's name */
export function readOptions(args) {
  const { values, positionals } = parsed(args)
  const [rounds = '3', more] = positionals
  if (more !== undefined) throw new UsageError(`There is one number of rounds; "${more}" is a second.`)
  const unknown = values.case?.find((name) => !cases.includes(name))
  if (unknown !== undefined) {
    throw new UsageError(`"${unknown}" is no case; there are ${cases.join(', ')}.`)
  }
  return {
    wantsHelp: values.help === true,
    withPeers: values['no-peers'] !== true,
    cases: values.case ?? cases,
    rounds: number(rounds, /^\d+$/, 1, 99, 'rounds: a whole one'),
    seconds: number(values.seconds, /^\d+(\.\d+)?$/, 0.1, 60, 'seconds: one'),
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
    // Node goes on to explain how a file of such a name would be written.
    throw new UsageError(`${error.message.split(/[.\n]/)[0]}.`)
  }
}

function number(text, form, least, most, what) {
  const value = Number(text)
  if (form.test(text) && value >= least && value <= most) return value
  throw new UsageError(`"${text}" is no number of ${what} from ${least} to ${most} is wanted.`)
}
