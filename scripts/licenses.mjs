import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const own = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Writes the licenses of all packages that are in a bundle, as most of them ask. */
export async function writeLicenses({ outputs }, path) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = new Set(
    inputs.flatMap((input) => /(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []),
  )
  const texts = await Promise.all(
    [...folders].map((folder) => licenseOf(folder.slice(folder.indexOf('node_modules/')))),
  )
  await writeFile(own(path), [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`))
}

async function licenseOf(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(own(`${folder}/package.json`), 'utf8'))
  const files = (await readdir(own(folder))).filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
  const texts = await Promise.all(files.sort().map((file) => readFile(own(`${folder}/${file}`), 'utf8')))
  if (!license) throw new Error(`${folder} does not say under which license it is.`)
  // One package came without its text.
  const text =
    texts.length > 0 ? texts.join('\n') : `By ${author?.name ?? author ?? `the authors of ${name}`}.`
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`
}
