// Writes the compressed files of the API reference into dist/assets.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { addToBillOfMaterials } from './licenses.mjs'

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const inRepository = (path) => new URL(`../${path}`, import.meta.url)

const file = (path) => () => readFile(path)

/**
 * The styles of Swagger UI and those of this project. The dark colours of Swagger UI need an `html` element, which the
 * shadow tree that holds the viewer in the console does not have, so their selectors lose `html`.
 */
async function stylesheet() {
  const [theirs, ours] = await Promise.all(
    [`${swagger}/swagger-ui.css`, inRepository('src/openapi/viewer/viewer.css')].map((path) =>
      readFile(path, 'utf8'),
    ),
  )
  const withoutHtml = theirs.replaceAll('html.dark-mode', '.dark-mode')
  if (withoutHtml === theirs) {
    throw new Error('swagger-ui.css has no "html.dark-mode"; its dark colours have another selector now.')
  }
  return `${withoutHtml}\n${ours}`
}

/** Swagger UI without its main element, since the pages that show it have their own, and the script that starts it. */
async function viewer() {
  const [theirs, ours] = await Promise.all(
    [`${swagger}/swagger-ui-bundle.js`, inRepository('src/openapi/viewer/show.js')].map((path) =>
      readFile(path, 'utf8'),
    ),
  )
  const withoutMain = theirs.replaceAll('createElement("main",', 'createElement("div",')
  if (withoutMain === theirs) throw new Error('swagger-ui-bundle.js has no main element any more.')
  return `${withoutMain}\n${ours}`
}

/** Functions that make the assets, by their paths below dist/assets; files that end in .gz are compressed. */
const assets = {
  'reference.js.gz': file(inRepository('src/openapi/viewer/init.js')),
  'swagger-ui-bundle.js.gz': viewer,
  'swagger-ui.css.gz': stylesheet,
  // The license of Swagger UI requires that these files are distributed with it.
  'docs/LICENSE': file(`${swagger}/LICENSE`),
  'docs/NOTICE': file(`${swagger}/NOTICE`),
  'docs/swagger-ui-bundle.js.LICENSE.txt': file(`${swagger}/swagger-ui-bundle.js.LICENSE.txt`),
}

const compressed = (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION })

for (const [name, make] of Object.entries(assets)) {
  const content = await make()
  const path = inRepository(`dist/assets/${name}`)
  await mkdir(new URL('.', path), { recursive: true })
  await writeFile(path, name.endsWith('.gz') ? compressed(content) : content)
}
await addToBillOfMaterials(['node_modules/swagger-ui-dist'])
