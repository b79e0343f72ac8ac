import { clockAt } from '../../src/clock.ts'
import { curlFor } from '../../src/curl.ts'
import { type Dial, profile } from '../../src/dial.ts'
import { type Nestbox, type NestboxOptions, OtherWorld, startNestbox } from '../../src/nestbox.ts'
import { createLog } from '../../src/request-log.ts'
import { BadWorldFile } from '../../src/store/bad-world-file.ts'
import { Locked } from '../../src/store/lock.ts'
import { version } from '../../src/version.ts'
import type { Command } from '../command.ts'
import { complain } from '../complain.ts'
import { describe, readFlags, type Values } from '../flags.ts'
import { UsageError } from '../usage-error.ts'
import { serveFlags } from './serve-flags.ts'

type Given = Values<typeof serveFlags>

const standardPort = 4141

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
    refuseContradictions(given)
    const stopped = signal()
    let nestbox: Nestbox
    try {
      nestbox = await startNestbox(optionsFor(given))
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

function refuseContradictions(given: Given): void {
  const { scale, scenario = 'demo' } = given
  if (scale !== undefined && scenario !== 'demo') {
    throw new UsageError(`--scale is for the demo scenario; the ${scenario} one has its own size.`)
  }
  if (given['no-cors'] && given['cors-origin']) {
    throw new UsageError('--no-cors and --cors-origin contradict each other; give one of them.')
  }
  if (given['no-control'] && (given['control-token'] || given['allowed-host'])) {
    throw new UsageError(
      '--no-control leaves nothing for --control-token or --allowed-host to open; give one or the other.',
    )
  }
  const texts = (given.token ?? []).map(([, text]) => text)
  if (new Set(texts).size < texts.length)
    throw new UsageError('--token gives the same token to two kinds; they must differ.')
}

function optionsFor(given: Given): NestboxOptions {
  const level = given['log-level'] ?? (given.quiet ? 'silent' : 'info')
  const options = {
    port: given.port ?? standardPort,
    host: given.host,
    baseUrl: given['base-url'],
    seed: given.seed,
    scale: given.scale,
    scenario: given.scenario,
    data: given.data,
    dial: dialFor(given),
    tokens: Object.fromEntries(given.token ?? []),
    clock: clockAt(given.now),
    delay: given.delay,
    cors: given['no-cors'] !== true,
    corsOrigins: given['cors-origin'],
    control: given['no-control'] !== true,
    controlToken: given['control-token'],
    allowedHosts: given['allowed-host'],
    log: createLog(level, (line) => process.stderr.write(`${line}\n`)),
  }
  // A flag that was not given leaves its option out, so that the default holds.
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as NestboxOptions
}

const dialFor = ({ gaps = 'literal', gap = [] }: Given): Dial =>
  gap.reduce((dial, [id, choice]) => dial.turn(id, choice), profile(gaps))

/** What people read first: where, which world, who may come in, and a command to try. */
function banner({ url, world, checksum, tokens }: Nestbox, given: Given): string {
  const { seed, scenario } = world.identity
  const rows = tokens.list().map(({ token, who }) => `${token} -> ${who}`)
  const { servers, nodes, users } = world.tables
  const lines = [
    `nestbox ${version()} on ${url}`,
    '',
    `  World   ${checksum} (${scenario}, seed ${seed}: ${servers.size} servers, ${nodes.size} nodes, ${users.size} users)`,
    ...(given.data === undefined ? [] : [`  Data    ${given.data}`]),
    ...(given.gaps === undefined && given.gap === undefined
      ? []
      : [
          `  Gaps    ${[given.gaps ?? 'literal', ...(given.gap ?? []).map((pair) => pair.join('='))].join(', ')}`,
        ]),
    ...rows.map((row, index) => `  ${index === 0 ? 'Tokens' : '      '}  ${row}`),
    '',
    `  ${curlFor(world, given['base-url'] ?? url, tokens.userClient)}`,
    '',
    '',
  ]
  return lines.join('\n')
}

/** Says in one sentence why there is no service. */
function cannotStart(error: unknown, given: Given): number {
  const { code, message } = error as NodeJS.ErrnoException
  const host = given.host ?? '127.0.0.1'
  const port = given.port ?? standardPort
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use; name another one with --port, or 0 for a free one.`,
    EACCES: `This user may not listen on port ${port}; name one from 1024 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${host}; name one of its own with --host.`,
    ENOTFOUND: `There is no host ${host}; name an address of this machine with --host.`,
  }
  if (error instanceof BadWorldFile || error instanceof OtherWorld) throw new UsageError(message)
  const sentence = error instanceof Locked ? message : (reasons[code ?? ''] ?? `Could not start: ${message}.`)
  complain(sentence)
  return 1
}

/** Resolves at the first SIGINT or SIGTERM. More may follow, as npm passes on what the terminal has sent already. */
const signal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on('SIGINT', () => resolve())
    process.on('SIGTERM', () => resolve())
  })
