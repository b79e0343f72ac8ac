import { type Command, helpFor, readArguments } from '../flags.ts'
import { banner } from '../serving/banner.ts'
import { optionsFor, serveFlags } from '../serving/options.ts'
import { startServer } from '../serving/start-server.ts'
import { validateFlags } from '../serving/validate-flags.ts'
import { warnOfVariables } from '../serving/variables.ts'
import { complain, type Failure, print } from '../terminal.ts'
import text from './serve.txt?raw'

export const serve: Command = {
  summary: 'Start the mock server (the default command)',
  help: () => helpFor(text, serveFlags),
  async run(args, env) {
    const { values, nameOf } = readArguments(serveFlags, validateFlags, args, { env })
    const options = optionsFor(values, nameOf)
    warnOfVariables(env)
    const stopped = signal()
    const nestbox = await startServer(options, values, nameOf)
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
