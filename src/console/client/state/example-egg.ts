import { askControl } from './control.ts'
import { base } from './place.ts'

const name = 'example-egg.json'

/** Files that came from the mock, and so are on no disk. */
const taken = new WeakSet<File>()

/** The share file that the mock has to be imported. */
export async function exampleEgg(): Promise<File> {
  const response = await askControl('GET', name)
  const file = new File([JSON.stringify(await response.json(), null, 2)], name, { type: 'application/json' })
  taken.add(file)
  return file
}

/** Where a command finds a file that is on no disk; undefined for one of somebody's own. */
export const sourceOf = (file: File): string | undefined =>
  taken.has(file) ? `${base}/_nestbox/${name}` : undefined
