// Runs in the page `docs`. The description is next to the page, also in a sandbox.
const description = new URL(`openapi.json${location.search}`, location.href)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheSystem)
followTheSystem()

showDescription(document.getElementById('docs'), { url: description.href, deepLinking: true })
