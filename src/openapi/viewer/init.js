// Runs in the page. The description lies beside the folder of this script, in whichever sandbox that is.
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
  // Else the description would be sent to a service of others to be judged.
  validatorUrl: null,
  onComplete: useTokens,
})

/** Fills in the tokens that the description shows, so that every operation can be tried at once. */
function useTokens() {
  const { securitySchemes } = viewer.specSelectors.specJson().toJS().components
  for (const [name, scheme] of Object.entries(securitySchemes)) {
    const [token] = Object.values(scheme['x-nestbox-tokens'] ?? {})
    if (token) viewer.preauthorizeApiKey(name, token)
  }
}
