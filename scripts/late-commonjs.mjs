import { relative } from 'node:path'

/** Packages in CommonJS that are loaded when they are wanted. */
const packages = /^(?:ajv|ajv-formats)$/

/** A plugin that gives what is imported late from CommonJS the names that Node finds in it; esbuild gives none. */
export const lateCommonjs = {
  name: 'late-commonjs',
  setup({ onResolve, onLoad, resolve, initialOptions }) {
    onResolve({ filter: packages }, async ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await resolve(path, { kind: 'require-call', importer, resolveDir })
      // The path is written into the bundle, so it must not begin with a folder of this machine.
      const name = relative(initialOptions.absWorkingDir, found.path)
      return { path: name, namespace: 'late-commonjs', pluginData: { path, resolveDir } }
    })
    onLoad({ filter: /./, namespace: 'late-commonjs' }, async ({ pluginData: { path, resolveDir } }) => {
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
