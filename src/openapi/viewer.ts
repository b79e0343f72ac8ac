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
