// Runs in the page, behind the script of Swagger UI. Both pages with the reference use it: the console and `docs`.

/** Attributes that Swagger UI lacks: names of fields, and levels of headings that skip none. */
const attributes = [
  ['.opblock-tag', 'aria-level', '2'],
  [':is(.models, .opblock) h4', 'aria-level', '3'],
  ['.opblock h5', 'aria-level', '4'],
  ['#servers', 'aria-label', 'Server'],
  ['.body-param__text', 'aria-label', 'Body'],
  ['.examples-select-element', 'aria-label', 'Example'],
  // Content that scrolls must be reachable by keyboard.
  ['.microlight', 'tabindex', '0'],
]

function amend(node) {
  for (const [selector, name, value] of attributes) {
    for (const element of node.querySelectorAll(selector)) element.setAttribute(name, value)
  }
  // A button must not contain a link; the button changes the address, too.
  for (const link of node.querySelectorAll('button a[href]')) link.removeAttribute('href')
}

/** Shows a description, with its tokens filled in, so that users can try every operation at once. */
globalThis.showDescription = (node, source) => {
  new MutationObserver(() => amend(node)).observe(node, { childList: true, subtree: true })
  const viewer = SwaggerUIBundle({
    ...source,
    domNode: node,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // By default, Swagger UI sends the description to a public validator.
    validatorUrl: null,
    onComplete() {
      const { securitySchemes } = viewer.specSelectors.specJson().toJS().components
      for (const [name, scheme] of Object.entries(securitySchemes)) {
        const [token] = Object.values(scheme['x-nestbox-tokens'] ?? {})
        if (token) viewer.preauthorizeApiKey(name, token)
      }
    },
  })
}
