import { readFile } from 'node:fs/promises'

/** A plugin that leaves the reading of JSON to `JSON.parse`, which is quicker at it than the compiler of JavaScript. */
export const parsedJson = {
  name: 'parsed-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, async ({ path }) => ({
      contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(await readFile(path, 'utf8'))))})`,
    }))
  },
}
