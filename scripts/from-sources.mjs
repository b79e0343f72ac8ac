import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Imports a module of the sources as they are now, which Node 20 cannot do by itself. */
export async function fromSources(path) {
  // Below `node_modules`, so that what the module imports is found.
  const outfile = `${root}node_modules/.cache/nestbox/${path.replaceAll('/', '-')}.mjs`
  await build({
    absWorkingDir: root,
    entryPoints: [path],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
  })
  return import(pathToFileURL(outfile).href)
}
