// Runs in the page. The description is in the parent folder of the folder of this script, also in a sandbox.
const description = new URL(`../openapi.json${location.search}`, document.currentScript.src)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheSystem)
followTheSystem()

const viewer = SwaggerUIBundle({
  url: description.href,
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // By default Swagger UI sends the description to a public validator.
  validatorUrl: null,
  onComplete: useTokens,
})

/** Fills in the tokens of the description, so that users can try every operation at once. */
function useTokens() {
  const { securitySchemes } = viewer.specSelectors.specJson().toJS().components
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    const [token] = Object.values(scheme['x-nestbox-tokens'] ?? {})
    if (token) viewer.preauthorizeApiKey(name, token)
  }
}
