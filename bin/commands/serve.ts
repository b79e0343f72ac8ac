import { type Nestbox, startNestbox } from '../../src/nestbox.ts'
import type { Command } from '../command.ts'
import { describe, readFlags } from '../flags.ts'
import { banner } from '../serving/banner.ts'
import { cannotStart } from '../serving/cannot-start.ts'
import { serveFlags } from '../serving/flags.ts'
import { optionsFor } from '../serving/options.ts'
import { warnOfVariables } from '../serving/variables.ts'

export const serve: Command = {
  summary: 'Serve the API from a made world (the default command)',
  help: () => `Usage: nestbox [serve] [flags]

Serves the Game Server Management Service API from a made world.

${describe(serveFlags)}
  -h, --help
  -v, --version

Each flag can also be given as NESTBOX_<FLAG>, such as NESTBOX_PORT=4141; lists by comma.`,
  async run(args, env) {
    const given = readFlags(serveFlags, args, env)
    const options = optionsFor(given)
    warnOfVariables(env)
    const stopped = signal()
    let nestbox: Nestbox
    try {
      nestbox = await startNestbox(options)
    } catch (error) {
      return cannotStart(error, given)
    }
    if (!given.quiet) process.stderr.write(banner(nestbox, given))
    process.stdout.write(`Ready on ${nestbox.url}\n`)
    await stopped
    await nestbox.close()
    // What was held back for connections that are gone must not hold the process.
    process.exit(0)
  },
}

/** Resolves at the first SIGINT or SIGTERM. More may follow, as npm passes on what the terminal has sent already. */
const signal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on('SIGINT', () => resolve())
    process.on('SIGTERM', () => resolve())
  })
