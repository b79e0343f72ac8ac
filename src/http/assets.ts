import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { keptIn, once } from '../contract/once.ts'

/** A file for browsers, made by the build. */
export interface Asset {
  readonly content: Buffer
  /** Derived from the content, so that browsers can cache the file. */
  readonly etag: string
}

const readings = new Map<string, () => Promise<Asset | undefined>>()

/** A file in `dist/assets`, read on first use; undefined if the build did not make the file. */
export const asset = (name: string): Promise<Asset | undefined> =>
  keptIn(readings, name, () => once(() => read(name)))()

async function read(name: string): Promise<Asset | undefined> {
  try {
    const content = await readFile(join(packageFolder(), 'dist', 'assets', name))
    return { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"` }
  } catch (error) {
    // After any other error, such as too many open files, the next request tries again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** The root of the package, for the sources and for `dist`. */
const packageFolder = (): string => dirname(createRequire(import.meta.url).resolve('nestbox/package.json'))

/**
 * The content security policy of a page, whose scripts and styles come from its own origin.
 * @param others other origins to which the page may send requests
 */
export const pagePolicy = (...others: readonly string[]): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: 'self'",
    ["connect-src 'self'", ...others].join(' '),
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')
