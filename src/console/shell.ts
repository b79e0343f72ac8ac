import type { RequestState } from '../middleware/request-state.ts'
import { escaped, render, titleOf } from './render.ts'
import { style } from './style.ts'

/** The parts of the page that a client can use. */
interface Reader {
  /** The reason why the client cannot use the control API, and so sees no tokens; undefined for a client that can. */
  readonly denied: string | undefined
  /** The URL of the assets of the console; undefined for a client that cannot use the console. */
  readonly assets: string | undefined
}

/** The document at `/`: the console, or the page without scripts for a client that cannot use the console. */
export function shell(state: RequestState, { denied, assets }: Reader): string {
  const page = `<style>${style}</style>\n${render(state, denied)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(titleOf(state.workspace))}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
${assets === undefined ? '' : links(escaped(assets))}
</head>
<body>
${assets === undefined ? page : `<div id="app"></div>\n<noscript>\n${page}\n</noscript>`}
</body>
</html>
`
}

const links = (assets: string): string => `<link rel="stylesheet" href="${assets}console.css">
<script type="module" src="${assets}console.js"></script>`

/** The favicon, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path fill="#8a5a2b" d="M16 2 2.5 12.5l2.2 2.8L16 6.5l11.3 8.8 2.2-2.8z"/>
<path fill="#2f6b4a" d="M6 15.5 16 7.8l10 7.700v14a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z"/>
<circle fill="#fbfaf6" cx="16" cy="17.5" r="4.2"/>
<path stroke="#fbfaf6" stroke-width="2" d="M16 24.5v3.5"/>
</svg>`
