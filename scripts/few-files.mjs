import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

/** What the program loads to serve, all of which it needs for its first answer. */
const serve = 'bin/commands/serve.ts'

/**
 * A plugin that keeps the start of `serve` to a few files. Left alone, esbuild
 * cuts one for every set of entries that have modules in common, which makes
 * dozens, and each delays the start. So whatever belongs to the server is made
 * to load all of `serve`, and whatever else may run without it, the kit above
 * all, to load all that any such thing has in common with `serve`.
 */
export async function fewFiles(options) {
  const { entries, loadedWith } = await graphOf(options)
  const isOfServer = (path) => path.startsWith('src/') || loadedWith(path).has('src/nestbox.ts')
  const isPackage = (path) => path.includes('node_modules/')
  const served = loadedWith(serve)
  const besides = entries.filter((path) => !isOfServer(path) && !isPackage(path))
  const loadedBesides = new Set(besides.flatMap((path) => [...loadedWith(path)]))
  const common = [...served].filter((path) => loadedBesides.has(path) && !isPackage(path))
  const concerned = new Set(
    entries.filter((path) => path !== serve && [...loadedWith(path)].some((each) => served.has(each))),
  )

  const quoted = (path) => JSON.stringify(join(options.absWorkingDir, path))
  const nameOf = (path) => relative(options.absWorkingDir, path).replaceAll('\\', '/')
  const contents = (path) =>
    [
      hashbang(join(options.absWorkingDir, path)),
      // What is asked for by a package's name is asked for by the server.
      ...(isOfServer(path) || isPackage(path) ? [serve] : common).map((each) => `import ${quoted(each)}`),
      `export * from ${quoted(path)}`,
    ].join('\n')

  return {
    name: 'few-files',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === 'resolved' || !['entry-point', 'dynamic-import'].includes(kind)) return undefined
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'resolved' })
        const name = nameOf(found.path)
        return concerned.has(name) ? { path: name, namespace: 'few-files' } : found
      })
      onLoad({ filter: /./, namespace: 'few-files' }, ({ path }) => ({
        contents: contents(path),
        resolveDir: options.absWorkingDir,
      }))
    },
  }
}

/** All modules that are loaded by name or later, and what is loaded along with each at once. */
async function graphOf(options) {
  const { metafile } = await build({ ...options, write: false, metafile: true, logLevel: 'silent' })
  const importedBy = (path, isLater) =>
    (metafile.inputs[path]?.imports ?? [])
      .filter(({ external, kind }) => !external && (kind === 'dynamic-import') === isLater)
      .map((each) => each.path)

  function collect(path, found) {
    if (found.has(path)) return found
    found.add(path)
    for (const each of importedBy(path, false)) collect(each, found)
    return found
  }

  const later = Object.keys(metafile.inputs).flatMap((path) => importedBy(path, true))
  return {
    entries: [...new Set([...options.entryPoints, ...later])],
    loadedWith: (path) => collect(path, new Set()),
  }
}

const hashbang = (path) => /^#!.*/.exec(readFileSync(path, 'utf8'))?.[0] ?? ''
