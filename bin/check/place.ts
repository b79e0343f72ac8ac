import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { knock, type Manner, waitFor } from '../../conformance/client/probe.ts'
import { discoverTarget } from '../../conformance/target/discover.ts'
import type { Target } from '../../conformance/target/target.ts'
import { readTargetFile } from '../../conformance/target/target-file.ts'
import type { mannerFlags } from '../commands/check-flags.ts'
import type { Values } from '../flags.ts'
import { baseUrl } from '../readers.ts'
import { UsageError } from '../usage-error.ts'
import { handshake } from './handshake.ts'

/** Where the server is that a command is about, as it was given. */
export interface Whereabouts {
  readonly url?: string | undefined
  readonly file?: string | undefined
  /** Seconds to wait for its first answer. */
  readonly patience?: number | undefined
}

/** The URL that was given in the place of a flag. */
export function urlGiven(text: string): string {
  const value = baseUrl(text)
  if (typeof value === 'string') return value
  throw new UsageError(`The base URL must ${value.must}, not "${text}".`)
}

export const urlMissing = (): UsageError =>
  new UsageError('A base URL is missing, such as http://127.0.0.1:4141; see --help.')

/** How to reach a server, and how fast. */
export interface Manners extends Manner {
  readonly headers: Readonly<Record<string, string>>
  readonly timeout: number
  readonly insecure: boolean
  /** Where the certificates to trust are from. */
  readonly caFile: string | undefined
  /** Requests a second at the most. */
  readonly rate: number | undefined
}

/** What the flags say of it. */
export async function mannerOf(given: Values<typeof mannerFlags>): Promise<Manners> {
  const { header = [], insecure = false, rate, timeout = 10_000, ca: caFile } = given
  const ca = caFile === undefined ? undefined : await certificates(caFile)
  return { headers: Object.fromEntries(header), timeout, ca, caFile, insecure, rate }
}

/** The text of a file of certificates; TLS takes any other in silence, and then trusts nobody. */
async function certificates(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`--ca must be a file that can be read, not "${path}".`)
  })
  const found = text.match(/-----BEGIN [\w ]*CERTIFICATE-----.*?-----END [\w ]*CERTIFICATE-----/gs) ?? []
  if (found.length === 0)
    throw new UsageError(`--ca must be a file of certificates (PEM), and "${path}" has none in it.`)
  if (!found.every(isCertificate))
    throw new UsageError(`--ca must be a file of certificates (PEM), and one in "${path}" is broken.`)
  return text
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) instanceof X509Certificate
  } catch {
    return false
  }
}

/** The target of a server that listens. @throws Unreachable, BadInput */
export async function targetAt(
  { url, file, patience }: Whereabouts,
  manner: Manners,
  env: NodeJS.ProcessEnv,
): Promise<Target> {
  const promised =
    file === undefined ? undefined : withHeaders(await readTargetFile(file, { env, baseUrl: url }), manner)
  const address = promised?.baseUrl ?? url
  if (address === undefined) throw urlMissing()
  if (patience !== undefined) await waitFor(address, patience, manner)
  if (promised === undefined) return withHeaders(await discoverTarget(address, manner), manner)
  await knock(address, manner.timeout)
  await handshake(address, manner)
  return promised
}

/** The target with the headers of the command line, which go before its own. */
function withHeaders(target: Target, { headers }: Manners): Target {
  const own = Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value])
  return { ...target, headers: { ...Object.fromEntries(own), ...headers } }
}
