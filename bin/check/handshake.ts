import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { reason } from '../../conformance/client.ts'
import { Unreachable } from '../../conformance/reach.ts'
import type { Manners } from './place.ts'

/**
 * Makes sure that a server's certificate is trusted, without a request: where it is not, no request gets through.
 * @throws Unreachable
 */
export function handshake(url: string, { timeout, ca, insecure }: Manners): Promise<void> {
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'https:') return Promise.resolve()
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      ...(insecure && { rejectUnauthorized: false }),
    })
    const fail = (error: unknown): void => {
      socket.destroy()
      reject(new Unreachable(url, reason(error, timeout)))
    }
    socket.setTimeout(timeout, () => fail({ name: 'TimeoutError' }))
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      socket.destroy()
      resolve()
    })
  })
}
