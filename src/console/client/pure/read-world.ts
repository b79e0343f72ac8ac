import { parsed } from './form-body.ts'

/**
 * The world that a file holds; the mock looks into it more closely.
 * @throws Error with a sentence for what is plainly none
 */
export function readWorld(name: string, text: string): unknown {
  const value = parsed(text)
  const isWorld =
    typeof value === 'object' && value !== null && 'format' in value && value.format === 'nestbox-world'
  if (!isWorld) throw new Error(`${name} is no world of Nestbox: "Download as JSON" makes one.`)
  return value
}
