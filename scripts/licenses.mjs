import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const manifestOf = (folder) => JSON.parse(readFileSync(inRepository(`${folder}/package.json`), 'utf8'))

/** The bill of materials, which scanners read, since they cannot recognize packages in a bundle. */
const sbom = inRepository('dist/sbom.cdx.json')

/** The folders of all packages in a bundle, such as `node_modules/koa`. */
export function bundledIn({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = inputs.flatMap((input) => /(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? [])
  return [...new Set(folders.map((folder) => folder.slice(folder.indexOf('node_modules/'))))]
}

/** Writes the licenses of packages into one file; most of these licenses require a copy. */
export async function writeLicenses(folders, path) {
  const texts = await Promise.all(folders.map(licenseOf))
  await writeFile(inRepository(path), [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`))
}

/** Adds packages to the bill of materials in CycloneDX; each script of the build adds the packages that it bundles. */
export async function addToBillOfMaterials(folders) {
  const known = existsSync(sbom) ? JSON.parse(readFileSync(sbom, 'utf8')).components : []
  const all = new Map([...known, ...folders.map(componentOf)].map((each) => [each.purl, each]))
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    // The document has no time and no serial number, so that equal sources make an equal package.
    metadata: { component: { ...componentOf('.'), type: 'application' } },
    components: [...all.keys()].sort().map((purl) => all.get(purl)),
  }
  await writeFile(sbom, `${JSON.stringify(document, null, 2)}\n`)
}

function componentOf(folder) {
  const { name, version, license } = manifestOf(folder)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { type: 'library', 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl }
}

async function licenseOf(folder) {
  const { name, version, license, author } = manifestOf(folder)
  const files = (await readdir(inRepository(folder))).filter((file) =>
    /^(?:licen[cs]e|copying|notice)\b/i.test(file),
  )
  const texts = await Promise.all(
    files.sort().map((file) => readFile(inRepository(`${folder}/${file}`), 'utf8')),
  )
  if (!license) throw new Error(`${folder}/package.json names no license.`)
  // One package is published without the text of its license.
  const text =
    texts.length > 0 ? texts.join('\n') : `By ${author?.name ?? author ?? `the authors of ${name}`}.`
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`
}
