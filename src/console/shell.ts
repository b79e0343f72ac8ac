import type { RequestState } from '../sandboxes/server-context.ts'
import { escaped } from './escaped.ts'
import { icon } from './icon.ts'
import { render, titleOf } from './render.ts'
import { style } from './style.ts'

/** For whom the page is. */
interface Reader {
  /** Why they may not use the control API as they are, in a sentence; undefined for who may, and so may see tokens. */
  readonly denied: string | undefined
  /** Where the console is loaded from; undefined for who has no use of it. */
  readonly assets: string | undefined
}

/** The document at `/`: the console where it can be used, and the page without scripts for everybody else. */
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
