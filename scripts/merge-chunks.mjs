import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

/** The module that starts the mock server; its whole static graph is needed for the first response. */
const serve = 'bin/commands/serve.ts'

/**
 * A plugin that lets `nestbox serve` load few files, since each file delays its start.
 *
 * By itself, esbuild makes a chunk for every set of entries that have modules in common, which is dozens of chunks.
 * The plugin therefore wraps entries, so that fewer sets differ:
 *
 * - An entry of the server imports all of `serve`.
 * - Any other entry, such as the kit, imports all modules that `serve` shares with at least one of these entries.
 */
export async function mergeChunks(options) {
  const { entries, staticGraph } = await moduleGraph(options)
  const isOfServer = (path) => path.startsWith('src/') || staticGraph(path).has('src/nestbox.ts')
  const isPackage = (path) => path.includes('node_modules/')
  // Modules of the program import JSON with its type; for esbuild, the same file without its type is another module.
  const isModule = (path) => !isPackage(path) && !path.endsWith('.json')
  const serveGraph = staticGraph(serve)
  const otherEntries = entries.filter((path) => !isOfServer(path) && !isPackage(path))
  const otherGraphs = new Set(otherEntries.flatMap((path) => [...staticGraph(path)]))
  const common = [...serveGraph].filter((path) => otherGraphs.has(path) && isModule(path))
  const wrapped = new Set(
    entries.filter((path) => path !== serve && [...staticGraph(path)].some((each) => serveGraph.has(each))),
  )

  const quoted = (path) => JSON.stringify(join(options.absWorkingDir, path))
  const nameOf = (path) => relative(options.absWorkingDir, path).replaceAll('\\', '/')
  const contents = (path) =>
    [
      hashbang(join(options.absWorkingDir, path)),
      // The server loads all packages that are imported on demand.
      ...(isOfServer(path) || isPackage(path) ? [serve] : common).map((each) => `import ${quoted(each)}`),
      `export * from ${quoted(path)}`,
    ].join('\n')

  return {
    name: 'merge-chunks',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === 'resolved' || !['entry-point', 'dynamic-import'].includes(kind)) return undefined
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'resolved' })
        const name = nameOf(found.path)
        return wrapped.has(name) ? { path: name, namespace: 'merge-chunks' } : found
      })
      onLoad({ filter: /./, namespace: 'merge-chunks' }, ({ path }) => ({
        contents: contents(path),
        resolveDir: options.absWorkingDir,
      }))
    },
  }
}

/**
 * The module graph of a build: `entries` are the entry points and all targets of dynamic imports, and `staticGraph`
 * returns a module with all its static imports, direct and indirect.
 */
async function moduleGraph(options) {
  const { metafile } = await build({ ...options, write: false, metafile: true, logLevel: 'silent' })
  const importsOf = (path, isDynamic) =>
    (metafile.inputs[path]?.imports ?? [])
      .filter(({ external, kind }) => !external && (kind === 'dynamic-import') === isDynamic)
      .map((each) => each.path)

  function collect(path, found) {
    if (found.has(path)) return found
    found.add(path)
    for (const each of importsOf(path, false)) collect(each, found)
    return found
  }

  const dynamicImports = Object.keys(metafile.inputs).flatMap((path) => importsOf(path, true))
  return {
    entries: [...new Set([...options.entryPoints, ...dynamicImports])],
    staticGraph: (path) => collect(path, new Set()),
  }
}

const hashbang = (path) => /^#!.*/.exec(readFileSync(path, 'utf8'))?.[0] ?? ''
