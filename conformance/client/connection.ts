import type { EndOptions, Pause } from './ending.ts'

/** How a server is reached, and how requests to it end. */
export interface ConnectionOptions extends EndOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Timeout of a request with its response, in milliseconds; 10,000 by default. */
  readonly timeout?: number | undefined
  /** Certificates to trust, as PEM. */
  readonly ca?: string | undefined
  /** Whether any certificate is trusted. */
  readonly insecure?: boolean | undefined
  /**
   * How to wait before a request is sent again after a 429, or after a 503 with `Retry-After`; for tests that must
   * not wait.
   */
  readonly pause?: Pause | undefined
}

export const defaultTimeout = 10_000

/** The same for the sockets of Node.js. */
export const socketOptions = ({ timeout = defaultTimeout, ca, insecure }: ConnectionOptions) => ({
  timeout,
  ...(ca !== undefined && { ca }),
  ...(insecure && { rejectUnauthorized: false }),
})
