import { pagePolicy } from '../http/assets.ts'

/** The page that shows the OpenAPI document, which it loads from `openapi.json` next to it; its files are those of the console. */
export const viewerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference · Nestbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="../_nestbox-assets/swagger-ui.css">
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript. The description itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="../_nestbox-assets/swagger-ui-bundle.js"></script>
    <script src="../_nestbox-assets/reference.js"></script>
  </body>
</html>
`

/** The content security policy of the page. @param base base URL of the mocked API, which gets requests */
export const viewerPolicy = (base: string): string => pagePolicy(new URL(base).origin)
