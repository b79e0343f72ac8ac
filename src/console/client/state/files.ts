import type { FileSource } from '../pure/curl.ts'
import { askControl, needsToken } from './control.ts'
import { base } from './place.ts'

/** A file to upload, and the source from which a curl command gets it; undefined for a file from a disk. */
export interface ChosenFile {
  readonly file: File
  readonly source?: FileSource
}

export const jsonFile = (name: string, text: string, source: FileSource): ChosenFile => ({
  file: new File([text], name, { type: 'application/json' }),
  source,
})

const exampleName = 'example-egg.json'

/** The example of an egg share file, from the server. */
export async function exampleEgg(): Promise<ChosenFile> {
  const response = await askControl('GET', exampleName)
  const text = JSON.stringify(await response.json(), null, 2)
  return jsonFile(exampleName, text, { url: `${base}/_nestbox/${exampleName}`, isLocked: needsToken() })
}
