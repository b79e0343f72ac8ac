// Bundles the program and the library, each with what they use of other packages, into dist.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compiledValidator } from './compiled-validator.mjs'
import { entries } from './entries.mjs'
import { fewFiles } from './few-files.mjs'
import { lateCommonjs } from './late-commonjs.mjs'
import { addToBillOfMaterials, bundledIn, writeLicenses } from './licenses.mjs'
import { keepOwnSources } from './own-source-maps.mjs'
import { parsedJson } from './parsed-json.mjs'
import { readyWorld } from './ready-world.mjs'

const options = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  // All in one run: what several of them hand out, such as a class, must be the same thing.
  entryPoints: ['bin/nestbox.ts', ...entries],
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['vitest', '@playwright/test'],
  // The licenses are in a file of their own.
  legalComments: 'none',
  sourcemap: true,
  // Stack traces need names and lines only; the text of the sources would double the package.
  sourcesContent: false,
  // In this way packages in CommonJS ask for Node's own modules.
  banner: {
    js: [
      "import { createRequire as createRequireOfNode } from 'node:module'",
      'const require = createRequireOfNode(import.meta.url)',
    ].join('\n'),
  },
}

const plugins = [
  parsedJson,
  lateCommonjs,
  await fewFiles(options),
  await readyWorld(),
  await compiledValidator(),
]
const { metafile } = await build({ ...options, plugins, metafile: true, logLevel: 'warning' })
await keepOwnSources(metafile)
await writeLicenses(bundledIn(metafile), 'dist/LICENSES.txt')
await addToBillOfMaterials(bundledIn(metafile))
