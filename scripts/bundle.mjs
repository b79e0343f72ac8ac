// Bundles the program, the library and the packages that both use into dist.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compiledValidators } from './compiled-validators.mjs'
import { englishZod } from './english-zod.mjs'
import { entries } from './entries.mjs'
import { textFiles } from './from-sources.mjs'
import { lazyCommonjs } from './lazy-commonjs.mjs'
import { addToBillOfMaterials, bundledIn, writeLicenses } from './licenses.mjs'
import { mergeChunks } from './merge-chunks.mjs'
import { keepOwnSources } from './own-source-maps.mjs'
import { parsedJson } from './parsed-json.mjs'
import { readyWorld } from './ready-world.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const options = {
  absWorkingDir: root,
  // All entries are built in one run, so that a class that several of them export is the same class.
  entryPoints: ['bin/nestbox.ts', ...entries],
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  loader: textFiles,
  external: ['vitest', '@playwright/test'],
  alias: {
    // The router calls it several times for each request, to print what nobody of ours reads.
    debug: `${root}scripts/no-debug.cjs`,
    // The packages of Koa bring three versions, each with a table of 150 kB, which most responses do not need.
    'mime-types': `${root}scripts/lazy-mime-types.cjs`,
  },
  // The licenses are in dist/LICENSES.txt.
  legalComments: 'none',
  sourcemap: true,
  // Stack traces need names and lines only; the text of the sources would double the package.
  sourcesContent: false,
  // The bundled CommonJS packages load Node's modules by `require`.
  banner: {
    js: [
      "import { createRequire as createRequireOfNode } from 'node:module'",
      'const require = createRequireOfNode(import.meta.url)',
    ].join('\n'),
  },
}

const plugins = [
  parsedJson,
  englishZod,
  lazyCommonjs,
  await mergeChunks({ ...options, plugins: [englishZod, compiledValidators] }),
  await readyWorld(),
  compiledValidators,
]
const { metafile } = await build({ ...options, plugins, metafile: true, logLevel: 'warning' })
await keepOwnSources(metafile)
await writeLicenses(bundledIn(metafile), 'dist/LICENSES.txt')
await addToBillOfMaterials(bundledIn(metafile))
