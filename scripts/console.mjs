// Bundles the console for browsers into dist/assets; the build calls it after the compiler.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { addToBillOfMaterials, bundledIn, writeLicenses } from './licenses.mjs'

const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Bytes of each, compressed: the console must not weigh on an install. */
const most = 40_000

const { outputFiles, metafile } = await build({
  entryPoints: [own('src/console/client/main.tsx')],
  entryNames: 'console',
  outdir: own('dist/assets'),
  tsconfig: own('src/console/client/tsconfig.json'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  legalComments: 'none',
  write: false,
  metafile: true,
})

await mkdir(own('dist/assets'), { recursive: true })
for (const { path, contents } of outputFiles) {
  const compressed = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION })
  if (compressed.length > most) throw new Error(`${path}: ${compressed.length} bytes, more than ${most}.`)
  await writeFile(`${path}.gz`, compressed)
}
await writeLicenses(bundledIn(metafile), 'dist/assets/console.LICENSES.txt')
await addToBillOfMaterials(bundledIn(metafile))
