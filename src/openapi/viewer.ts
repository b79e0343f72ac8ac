import { asset } from '../http/assets.ts'

/** A file of the reference page, ready to send. */
export interface ViewerFile {
  readonly type: string
  /** The compression of the content; undefined for uncompressed content. */
  readonly encoding?: 'gzip'
  readonly content: Buffer
  readonly etag?: string
}

const types: Readonly<Record<string, string>> = {
  'init.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
}

/**
 * A file of the page that shows the OpenAPI document, which the page loads from `../openapi.json`.
 * @param path the path below the page: empty or a slash for the page itself, `/init.js`, ...
 * @returns undefined for an unknown path, and for a file that exists only after a build
 */
export async function viewerFile(path: string): Promise<ViewerFile | undefined> {
  if (path === '' || path === '/') {
    return { type: 'text/html; charset=utf-8', content: Buffer.from(page(path === '' ? 'docs/' : '')) }
  }
  const name = path.slice(1)
  const type = Object.hasOwn(types, name) ? types[name] : undefined
  const found = type === undefined ? undefined : await asset(`docs/${name}.gz`)
  return found && type !== undefined ? { type, encoding: 'gzip', ...found } : undefined
}

/**
 * The content security policy of the page: scripts from the same origin, requests to the mocked API.
 * @param base base URL of the mocked API
 */
export const viewerPolicy = (base: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(base).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const page = (folder: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference · Nestbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${folder}swagger-ui.css">
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript. The description itself is <a href="${folder === '' ? '../' : ''}openapi.json">openapi.json</a>.</noscript>
    <script src="${folder}swagger-ui-bundle.js"></script>
    <script src="${folder}init.js"></script>
  </body>
</html>
`
