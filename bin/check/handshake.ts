import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { addressOf, opened } from '../../conformance/client/probe.ts'
import type { Manners } from './place.ts'

/**
 * Makes sure that a server's certificate is trusted, without a request: where it is not, no request gets through.
 * @throws Unreachable
 */
export async function handshake(url: string, { timeout, ca, insecure }: Manners): Promise<void> {
  if (!/^https:/i.test(url)) return
  const address = addressOf(url)
  const socket = connect({
    ...address,
    ...(isIP(address.host) === 0 && { servername: address.host }),
    ...(ca !== undefined && { ca }),
    ...(insecure && { rejectUnauthorized: false }),
  })
  await opened(socket, 'secureConnect', url, timeout)
}
