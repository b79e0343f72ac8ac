import { parsed } from './form-body.ts'

/**
 * The world in a file; the server validates it further.
 * @throws Error if the file is not a world file; the message names the file
 */
export function readWorld(name: string, text: string): unknown {
  const value = parsed(text)
  const isWorld =
    typeof value === 'object' && value !== null && 'format' in value && value.format === 'nestbox-world'
  if (!isWorld) throw new Error(`${name} is not a Nestbox world file; "Download as JSON" creates one.`)
  return value
}
