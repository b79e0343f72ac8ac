import { relative } from 'node:path'

/** The CommonJS packages that are loaded by `import()`. */
const packages = /^ajv$/

/** A plugin that adds named exports, as Node does, to CommonJS packages that `import()` loads; esbuild adds none. */
export const lazyCommonjs = {
  name: 'lazy-commonjs',
  setup({ onResolve, onLoad, resolve, initialOptions }) {
    onResolve({ filter: packages }, async ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await resolve(path, { kind: 'require-call', importer, resolveDir })
      // esbuild writes the path into the bundle, so an absolute path would publish folder names of this machine.
      const name = relative(initialOptions.absWorkingDir, found.path)
      return { path: name, namespace: 'lazy-commonjs', pluginData: { path, resolveDir } }
    })
    onLoad({ filter: /./, namespace: 'lazy-commonjs' }, async ({ pluginData: { path, resolveDir } }) => {
      const { default: _, ...named } = await import(path)
      const names = Object.keys(named).filter((name) => /^(?!__)\w+$/.test(name))
      return {
        contents: [
          `const all = require(${JSON.stringify(path)})`,
          'export default all',
          `export const { ${names.join(', ')} } = all`,
        ].join('\n'),
        resolveDir,
      }
    })
  },
}
