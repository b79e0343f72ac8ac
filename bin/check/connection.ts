import { X509Certificate } from 'node:crypto'
import { knock } from '../../conformance/client/probe.ts'
import { readInput } from '../files.ts'
import type { Values } from '../flags.ts'
import { UsageError } from '../terminal.ts'
import { type connectionFlags, defaultTimeout } from './flags.ts'

/** The options for requests to a server: headers of the command line, timeout, rate limit and trusted certificates. */
export type Connection = Awaited<ReturnType<typeof connectionFor>>

/**
 * @param signal ends the wait for a pipe
 * @throws UsageError for a file without certificates
 */
export async function connectionFor(values: Values<typeof connectionFlags>, signal?: AbortSignal) {
  const { header = {}, insecure = false, rate, timeout = defaultTimeout, ca: caFile } = values
  return {
    headers: header,
    timeout,
    insecure,
    ...(rate !== undefined && { rate }),
    ...(caFile !== undefined && { caFile, ca: await certificates(caFile, signal) }),
  }
}

const pem = /^-----BEGIN [A-Z0-9 ]{0,20}CERTIFICATE-----[^-]*-----END /

/** The text of a file of certificates. Node also accepts any other text, and then trusts no certificate. */
async function certificates(path: string, signal: AbortSignal | undefined): Promise<string> {
  const text = await readInput(path, { signal })
  const found = text.split(/^(?=-----BEGIN )/m).filter((each) => pem.test(each))
  if (found.length === 0)
    throw new UsageError(`--ca must be a file of certificates (PEM), but "${path}" contains none.`)
  if (!found.every(isCertificate))
    throw new UsageError(`--ca must be a file of certificates (PEM), but one in "${path}" is invalid.`)
  return text
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem) instanceof X509Certificate
  } catch {
    return false
  }
}

/** A sentence if a server that does not respond to http:// speaks TLS there; otherwise nothing. */
export async function tlsHint(url: string): Promise<string> {
  const secure = url.replace(/^http:/i, 'https:')
  if (secure === url) return ''
  return knock(secure, { timeout: 2_000, insecure: true }).then(
    () => ` It speaks TLS there; is the URL ${secure} instead?`,
    () => '',
  )
}
