/** Bundles the English messages of Zod alone, which checks the options of koa-body: those of 50 languages are 360 kB. */
export const englishZod = {
  name: 'english-zod',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      /[\\/]node_modules[\\/]zod[\\/]/.test(importer)
        ? resolve('../locales/en.js', { resolveDir, importer, kind: 'import-statement' })
        : undefined,
    )
  },
}
