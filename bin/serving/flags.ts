import { options } from '../../src/options/table.ts'
import { boolean, string } from '../../src/options/types.ts'
import { standardToday } from '../../src/store/identity.ts'
import type { Values } from '../flags.ts'

type Options = typeof options

type FlagOf<Row> = Row extends { readonly flag: infer Name extends string } ? Name : never

/** The flags of `serve`, by name. */
export const serveFlags = Object.fromEntries(
  Object.values(options).flatMap((row) => ('flag' in row ? [[row.flag, row]] : [])),
  // Each row has its own flag as key, which the compiler does not see in `Object.fromEntries`.
) as unknown as { readonly [N in keyof Options as FlagOf<Options[N]>]: Options[N] }

/** The flags of `serve` that were passed. */
export type ServeValues = Values<typeof serveFlags>

const { seed, scenario, scale, today, gaps, gap, companions, deviate, now } = serveFlags

/** The base URL of a server without flags. */
export const defaultUrl = `http://${serveFlags.host.default}:${serveFlags.port.default}`

/** The flags of `openapi`. */
export const openapiFlags = {
  out: { short: 'o', placeholder: '<file>', help: 'file to write', default: 'stdout', ...string },
  'no-examples': { ...boolean, help: 'the short form, for generators of clients' },
  'base-url': { ...serveFlags['base-url'], help: 'base URL of the paths', default: defaultUrl },
  seed,
  scenario,
  scale,
  today: {
    ...today,
    default: `the day of --now, else ${standardToday}`,
  },
  gaps,
  gap,
  companions,
  deviate,
  now: { ...now, help: 'ISO 8601 moment of the examples', default: 'the start of the day' },
} as const
