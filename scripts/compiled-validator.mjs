import standalone from 'ajv/dist/standalone/index.js'
import { transform } from 'esbuild'
import { fromSources } from './from-sources.mjs'

/** A plugin that compiles the validator of rows at build time, since this takes longer than the rest of a start. */
export async function compiledValidator() {
  const { ajv, validateRows } = await fromSources('src/store/validate-rows.ts')
  // The generated code would be the largest file of the package if it were not minified.
  const { code } = await transform(
    `${standalone.default(ajv, validateRows)}\nexport const validateRows = validate`,
    {
      minify: true,
    },
  )
  return {
    name: 'compiled-validator',
    setup({ onLoad, initialOptions }) {
      onLoad({ filter: /[\\/]src[\\/]store[\\/]validate-rows\.ts$/ }, () => ({
        contents: code,
        resolveDir: initialOptions.absWorkingDir,
      }))
    },
  }
}
