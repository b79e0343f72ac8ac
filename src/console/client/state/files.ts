import type { ChosenFile } from '../pure/curl.ts'
import { askControl, needsToken } from './control.ts'
import { base } from './place.ts'

const name = 'example-egg.json'

/** The example of an egg share file, from the server. */
export async function exampleEgg(): Promise<ChosenFile> {
  const response = await askControl('GET', name)
  const file = new File([JSON.stringify(await response.json(), null, 2)], name, { type: 'application/json' })
  return { file, source: { url: `${base}/_nestbox/${name}`, isLocked: needsToken() } }
}
