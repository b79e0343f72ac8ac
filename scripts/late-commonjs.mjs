/** Packages in CommonJS that are loaded when they are wanted. */
const packages = /^(?:ajv|ajv-formats)$/

/** A plugin that gives what is imported late from CommonJS the names that Node finds in it; esbuild gives none. */
export const lateCommonjs = {
  name: 'late-commonjs',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: packages }, async ({ path, kind, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await resolve(path, { kind: 'require-call', importer, resolveDir })
      return { path: found.path, namespace: 'late-commonjs', pluginData: { path, resolveDir } }
    })
    onLoad({ filter: /./, namespace: 'late-commonjs' }, async ({ path, pluginData }) => {
      const { default: _, ...named } = await import(pluginData.path)
      const names = Object.keys(named).filter((name) => /^(?!__)\w+$/.test(name))
      return {
        contents: [
          `const all = require(${JSON.stringify(path)})`,
          'export default all',
          `export const { ${names.join(', ')} } = all`,
        ].join('\n'),
        resolveDir: pluginData.resolveDir,
      }
    })
  },
}
