// Puts what browsers load into dist/assets, compressed once for all; the build calls it after the compiler.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const own = (path) => new URL(`../${path}`, import.meta.url)

const file = (path) => () => readFile(path)

/** Every asset: where it goes below dist/assets, and how it is made. What ends in .gz is compressed. */
const assets = {
  'docs/init.js.gz': file(own('src/openapi/viewer/init.js')),
  'docs/swagger-ui-bundle.js.gz': file(`${swagger}/swagger-ui-bundle.js`),
  'docs/swagger-ui.css.gz': file(`${swagger}/swagger-ui.css`),
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
