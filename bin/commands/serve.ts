import { type Command, describe, readArguments } from '../flags.ts'
import { banner } from '../serving/banner.ts'
import { optionsFor, serveFlags } from '../serving/options.ts'
import { startServer } from '../serving/start-server.ts'
import { validateFlags } from '../serving/validate-flags.ts'
import { warnOfVariables } from '../serving/variables.ts'
import { complain, type Failure, print } from '../terminal.ts'

export const serve: Command = {
  summary: 'Start the mock server (the default command)',
  help: () => `Usage: nestbox [serve] [flags]

A mock server for the Game Server Management Service API, and a conformance kit
that checks real implementations of it. Without a command, starts the mock
server with generated data.

${describe(serveFlags)}

Each flag can also be set as an environment variable NESTBOX_<FLAG>, such as
NESTBOX_PORT=4141. Commas separate the values of a flag that can be repeated.

Exit codes:
  0  stopped by SIGINT or SIGTERM
  1  the server cannot start, as on a port that is in use, or cannot continue
  2  wrong arguments or files`,
  async run(args, env) {
    const { values } = readArguments(serveFlags, validateFlags, args, { env })
    const options = optionsFor(values)
    warnOfVariables(env)
    const stopped = signal()
    const nestbox = await startServer(options, values)
    if (!values.quiet) process.stderr.write(banner(nestbox, values))
    // The server keeps running if its URL cannot be printed.
    await print(`Ready on ${nestbox.url}\n`).catch(({ message }: Failure) => complain(message))
    await stopped
    await nestbox.close()
    // Timers of delayed responses whose connections are closed would keep the process alive.
    process.exit(0)
  },
}

/** Resolves at the first SIGINT or SIGTERM. Others are ignored, since npm forwards signals of the terminal again. */
const signal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on('SIGINT', () => resolve())
    process.on('SIGTERM', () => resolve())
  })
