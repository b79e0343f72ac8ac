import { options } from '../../src/options/table.ts'
import { boolean, flag, flagsOf } from '../../src/options/types.ts'
import { standardToday } from '../../src/store/identity.ts'
import { outFlag } from '../files.ts'
import type { Values } from '../flags.ts'

/** The flags of `serve`, by name. */
export const serveFlags = flagsOf(...Object.values(options).filter((row) => 'flag' in row))

/** The flags of `serve` that were passed. */
export type ServeValues = Values<typeof serveFlags>

const { seed, scenario, scale, today, gaps, gap, companions, deviate, now } = serveFlags

/** The base URL of a server without flags. */
export const defaultUrl = `http://${serveFlags.host.default}:${serveFlags.port.default}`

/** The flags of `openapi`. */
export const openapiFlags = {
  ...flagsOf(outFlag, flag('--no-examples', 'the short form, for generators of clients', boolean)),
  'base-url': { ...serveFlags['base-url'], help: 'base URL of the paths', default: defaultUrl },
  ...{ seed, scenario, scale },
  today: { ...today, default: `the day of --now, else ${standardToday}` },
  ...{ gaps, gap, companions, deviate },
  now: { ...now, help: 'ISO 8601 time of the examples', default: 'the start of the day' },
} as const
