// Runs in the page `docs`. The description is in the parent folder of the folder of this script, also in a sandbox.
const description = new URL(`../openapi.json${location.search}`, document.currentScript.src)

const dark = matchMedia('(prefers-color-scheme: dark)')
const followTheSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followTheSystem)
followTheSystem()

showDescription(document.getElementById('docs'), { url: description.href, deepLinking: true })
