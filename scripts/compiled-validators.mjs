import { relative } from 'node:path'
import standalone from 'ajv/dist/standalone/index.js'
import { transform } from 'esbuild'
import { fromSources } from './from-sources.mjs'

/** The modules that export validators; see `src/contract/checking/compile.ts`. */
export const validatorModule = /[\\/]validate-[\w-]+\.ts$/

/** A plugin that compiles the validators of the modules named `validate-*.ts`. */
export const compiledValidators = {
  name: 'compiled-validators',
  setup({ onLoad, initialOptions: { absWorkingDir: root } }) {
    onLoad({ filter: validatorModule }, async ({ path }) => ({
      contents: await compiled(relative(root, path)),
      resolveDir: root,
    }))
  },
}

/** Counts the characters of a text. In a module of its own, which that of ajv is, it would be one more file to load. */
const lengthOf = '((text) => { let length = 0; for (const _ of text) length += 1; return length })'

/** Messages need the schema, so that the code contains it. */
const withoutDescriptions = (schema) =>
  JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  )

async function compiled(path) {
  const { createAjv } = await fromSources('src/contract/checking/compile.ts')
  const validators = Object.entries(await fromSources(path))
  const ajv = createAjv({ code: { source: true, esm: true } })
  const schemas = validators.map(([name, { schema }]) => {
    const plain = withoutDescriptions(schema)
    ajv.addSchema(plain, name)
    return `${name}.schema = ${JSON.stringify(plain)}`
  })
  const source = standalone
    .default(ajv, Object.fromEntries(validators.map(([name]) => [name, name])))
    .replaceAll(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, lengthOf)
  // Generated code is large, and its line numbers help nobody.
  const { code } = await transform(`${source}\n${schemas.join('\n')}`, { minify: true })
  return code
}
