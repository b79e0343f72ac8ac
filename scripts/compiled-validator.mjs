import standalone from 'ajv/dist/standalone/index.js'
import { transform } from 'esbuild'
import { fromSources } from './from-sources.mjs'

/** A plugin that puts compiled code in the place of the validator of rows: to compile it takes longer than to start. */
export async function compiledValidator() {
  const { ajv, validateRows } = await fromSources('src/store/validate-rows.ts')
  // Nobody reads this code, and it is the largest of the package unless it is minified.
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
