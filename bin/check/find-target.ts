import type { ConnectionOptions } from '../../conformance/client/connection.ts'
import { knock, waitFor, wrongPort } from '../../conformance/client/probe.ts'
import { tooManyHeaders } from '../../conformance/target/contradictions.ts'
import { discoverTarget } from '../../conformance/target/discover.ts'
import { readTargetFile } from '../../conformance/target/read-target.ts'
import { BadInput, type Target } from '../../conformance/target/target.ts'
import { inWords } from '../../src/contract/checking/words.ts'
import { baseUrl, isBaseUrl } from '../../src/options/types.ts'
import { UsageError } from '../terminal.ts'
import type { Connection } from './connection.ts'

/** The source of a target: a target file, or a server that provides its own. */
export interface TargetSource {
  readonly url?: string | undefined
  readonly file?: string | undefined
  /** Seconds to wait until the server responds. */
  readonly waitFor?: number | undefined
}

/** Parses a positional argument as a base URL. @throws UsageError */
export function readBaseUrl(text: string): string {
  if (isBaseUrl(text)) return baseUrl.read(text)
  // The part of a URL before an @ may be a password.
  const isSecret = text.includes('@')
  const port = isSecret ? undefined : wrongPort(text)
  if (port !== undefined) throw new UsageError(`The base URL must ${port}.`)
  const given = isSecret ? '' : `, not "${text}"`
  const meant = baseUrl.meant(text)
  throw new UsageError(
    `The base URL must be ${inWords(baseUrl.schema)}${given}${meant === undefined ? '.' : `; did you mean ${meant}?`}`,
  )
}

export const noBaseUrl = (): UsageError =>
  new UsageError('A base URL is missing, such as http://127.0.0.1:4141; see --help.')

/** The target of a reachable server. @throws Unreachable, BadInput, UsageError */
export async function findTarget(
  { url, file, waitFor: seconds }: TargetSource,
  connection: Connection & Pick<ConnectionOptions, 'signal'>,
  env: NodeJS.ProcessEnv,
): Promise<Target> {
  const fromFile =
    file === undefined
      ? undefined
      : withHeaders(await readTargetFile(file, { env, baseUrl: url, signal: connection.signal }), connection)
  const address = fromFile?.baseUrl ?? url
  if (address === undefined) throw noBaseUrl()
  if (seconds !== undefined) await waitFor(address, seconds, connection)
  if (fromFile === undefined) return withHeaders(await discoverTarget(address, connection), connection)
  await knock(address, connection)
  return fromFile
}

/** The target with the headers of the command line, which override its own. @throws BadInput for too many of them */
function withHeaders(target: Target, { headers }: Connection): Target {
  const own = Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value])
  const all = { ...Object.fromEntries(own), ...headers }
  const wrong = tooManyHeaders(all)
  if (wrong !== undefined) throw new BadInput(wrong)
  return { ...target, headers: all }
}
