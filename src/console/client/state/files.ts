import type { FileSource } from '../pure/curl.ts'
import { askControl, needsToken } from './control.ts'
import { base } from './place.ts'

/** Sources of files that were not chosen from a disk. */
const sources = new WeakMap<File, FileSource>()

/** A JSON file with a source from which a curl command can get it. */
export function fileFrom(name: string, text: string, source: FileSource): File {
  const file = new File([text], name, { type: 'application/json' })
  sources.set(file, source)
  return file
}

/** The source from which a curl command gets the file; undefined for a file from a disk. */
export const sourceOf = (file: File): FileSource | undefined => sources.get(file)

const exampleName = 'example-egg.json'

/** The example of an egg share file, from the server. */
export async function exampleEgg(): Promise<File> {
  const response = await askControl('GET', exampleName)
  const text = JSON.stringify(await response.json(), null, 2)
  return fileFrom(exampleName, text, { url: `${base}/_nestbox/${exampleName}`, isLocked: needsToken() })
}
