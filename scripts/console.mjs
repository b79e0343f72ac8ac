// Bundles the console for browsers into dist/assets.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { compiledValidators } from './compiled-validators.mjs'
import { addToBillOfMaterials, bundledIn, writeLicenses } from './licenses.mjs'

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Maximum bytes of each compressed file, so that the package stays small. */
const maxBytes = 48_000

const { outputFiles, metafile } = await build({
  entryPoints: ['main.tsx', 'styles/index.css'].map((name) => inRepository(`src/console/client/${name}`)),
  entryNames: 'console',
  outdir: inRepository('dist/assets'),
  tsconfig: inRepository('src/console/client/tsconfig.json'),
  absWorkingDir: inRepository(''),
  plugins: [compiledValidators],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  legalComments: 'none',
  write: false,
  metafile: true,
})

await mkdir(inRepository('dist/assets'), { recursive: true })
for (const { path, contents } of outputFiles) {
  const compressed = gzipSync(contents, { level: constants.Z_BEST_COMPRESSION })
  if (compressed.length > maxBytes) {
    throw new Error(`${path} has ${compressed.length} bytes compressed; the limit is ${maxBytes}.`)
  }
  await writeFile(`${path}.gz`, compressed)
}
await writeLicenses(bundledIn(metafile), 'dist/assets/console.LICENSES.txt')
await addToBillOfMaterials(bundledIn(metafile))
