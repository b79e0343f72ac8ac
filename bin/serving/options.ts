import { profile } from '../../src/gaps/gap-settings.ts'
import type { NestboxOptions } from '../../src/nestbox.ts'
import { clockAt } from '../../src/util/clock.ts'
import { createLog } from '../../src/util/log.ts'
import type { Values } from '../flags.ts'
import { UsageError } from '../usage-error.ts'
import type { serveFlags } from './flags.ts'

/** The flags of `serve` that were given. */
export type Given = Values<typeof serveFlags>

/** The port of a service, unless another is asked for. */
export const standardPort = 4141

/**
 * What a service is started with.
 * @throws UsageError for flags that contradict each other
 */
export function optionsFor(given: Given): NestboxOptions {
  refuseContradictions(given)
  const level = given['log-level'] ?? (given.quiet ? 'silent' : 'info')
  const options = {
    port: given.port ?? standardPort,
    host: given.host,
    baseUrl: given['base-url'],
    seed: given.seed,
    scale: given.scale,
    scenario: given.scenario,
    today: given.today,
    data: given.data,
    gapSettings: profile(given.gaps ?? 'literal').setAll(Object.fromEntries(given.gap ?? [])),
    tokens: Object.fromEntries(given.token ?? []),
    faults: given.faults,
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
  const texts = Object.values(Object.fromEntries(given.token ?? []))
  if (new Set(texts).size < texts.length)
    throw new UsageError('--token gives the same token to two kinds; they must differ.')
}
