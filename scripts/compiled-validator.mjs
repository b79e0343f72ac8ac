import standalone from 'ajv/dist/standalone/index.js'
import { fromSources } from './from-sources.mjs'

/** A plugin that puts compiled code in the place of the validator of rows: to compile it takes longer than to start. */
export async function compiledValidator() {
  const { ajv, validateRows } = await fromSources('src/store/validate-rows.ts')
  const code = standalone.default(ajv, validateRows)
  return {
    name: 'compiled-validator',
    setup({ onLoad, initialOptions }) {
      onLoad({ filter: /[\\/]src[\\/]store[\\/]validate-rows\.ts$/ }, () => ({
        contents: `${code}\nexport const validateRows = validate`,
        resolveDir: initialOptions.absWorkingDir,
      }))
    },
  }
}
