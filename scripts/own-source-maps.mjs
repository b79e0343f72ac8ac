import { readFile, rm, writeFile } from 'node:fs/promises'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { validatorModule } from './compiled-validators.mjs'

/** Whether a source is a hand-written part of the program; the build generates the validators. */
const isOwn = (source) => !/(?:node_modules|scripts)\//.test(source) && !validatorModule.test(source)

/** Removes the sources of packages from the source maps of a build; they would be two thirds of the maps. */
export async function keepOwnSources({ outputs }) {
  for (const path of Object.keys(outputs).filter((each) => each.endsWith('.map'))) {
    const map = JSON.parse(await readFile(path, 'utf8'))
    if (map.sources.some(isOwn)) await writeFile(path, JSON.stringify(ofOwnSources(map)))
    else await removeMap(path)
  }
}

function ofOwnSources({ version, sources, mappings }) {
  const own = sources.filter(isOwn)
  const segments = decode(mappings).map((line) =>
    line
      .map(([column, source, ...place]) =>
        isOwn(sources[source]) ? [column, own.indexOf(sources[source]), ...place.slice(0, 2)] : [column],
      )
      // One segment without a source ends the mapping before it; further ones in a row are redundant.
      .filter((segment, index, all) => segment.length > 1 || all[index - 1]?.length > 1),
  )
  return { version, sources: own, names: [], mappings: encode(segments) }
}

async function removeMap(path) {
  const code = path.replace(/\.map$/, '')
  const text = await readFile(code, 'utf8')
  await writeFile(code, text.replace(/^\/\/# sourceMappingURL=.*\n/m, ''))
  await rm(path)
}
