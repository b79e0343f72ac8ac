import { askControl, needsToken } from './control.ts'
import { fromElsewhere } from './file-sources.ts'
import { base } from './place.ts'

const name = 'example-egg.json'

/** The share file that the mock has to be imported. */
export async function exampleEgg(): Promise<File> {
  const response = await askControl('GET', name)
  const text = JSON.stringify(await response.json(), null, 2)
  return fromElsewhere(name, text, { url: `${base}/_nestbox/${name}`, isLocked: needsToken() })
}
