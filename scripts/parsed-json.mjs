import { readFile } from 'node:fs/promises'

/** A plugin that bundles JSON files as calls of `JSON.parse`, which V8 runs faster than it compiles object literals. */
export const parsedJson = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))})`,
    }))
  },
}
