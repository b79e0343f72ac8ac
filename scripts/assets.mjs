// Puts what browsers load into dist/assets, compressed once for all; the build calls it after the compiler.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { addToBillOfMaterials } from './licenses.mjs'

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const own = (path) => new URL(`../${path}`, import.meta.url)

const file = (path) => () => readFile(path)

/** With the dark colours bound to a class alone, as in the console the viewer lies in a shadow, which has no `html`. */
async function stylesheet() {
  const [theirs, ours] = await Promise.all(
    [`${swagger}/swagger-ui.css`, own('src/openapi/viewer/viewer.css')].map((path) => readFile(path, 'utf8')),
  )
  const bound = theirs.replaceAll('html.dark-mode', '.dark-mode')
  if (bound === theirs) throw new Error('The viewer has no dark colours any more.')
  return `${bound}\n${ours}`
}

/** Every asset: where it goes below dist/assets, and how it is made. What ends in .gz is compressed. */
const assets = {
  'docs/init.js.gz': file(own('src/openapi/viewer/init.js')),
  'docs/swagger-ui-bundle.js.gz': file(`${swagger}/swagger-ui-bundle.js`),
  'docs/swagger-ui.css.gz': stylesheet,
  // Their license asks that these stay with them.
  'docs/LICENSE': file(`${swagger}/LICENSE`),
  'docs/NOTICE': file(`${swagger}/NOTICE`),
  'docs/swagger-ui-bundle.js.LICENSE.txt': file(`${swagger}/swagger-ui-bundle.js.LICENSE.txt`),
}

const compressed = (content) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION })

for (const [name, make] of Object.entries(assets)) {
  const content = await make()
  const path = own(`dist/assets/${name}`)
  await mkdir(new URL('.', path), { recursive: true })
  await writeFile(path, name.endsWith('.gz') ? compressed(content) : content)
}
await addToBillOfMaterials(['node_modules/swagger-ui-dist'])
