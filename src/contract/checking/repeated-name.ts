import { placeIn } from './json-fault.ts'
import { shown } from './words.ts'

/**
 * The first field of a JSON text whose object has a field of that name before, as a clause; undefined if there is none.
 * `JSON.parse` keeps the last of them without an error, so the others would be lost.
 */
export function repeatedName(text: string): string | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{') open.push(new Set())
    else if (sign === '}') open.pop()
    if (sign !== '"') continue
    const from = at
    at = endOfString(text, from)
    if (!isName(text, at + 1)) continue
    const name: string = JSON.parse(text.slice(from, at + 1))
    const names = open.at(-1)
    if (names?.has(name)) {
      return `has ${shown(name)} twice in one object, again at ${placeIn(text, from)}; leave one of them out`
    }
    names?.add(name)
  }
  return undefined
}

/** The place of the quote that ends a string: it has an even number of backslashes before it. */
function endOfString(text: string, from: number): number {
  let end = from
  for (;;) {
    end = text.indexOf('"', end + 1)
    let before = end
    while (text[before - 1] === '\\') before -= 1
    if ((end - before) % 2 === 0) return end
  }
}

/** Whether the string that ends at a place is the name of a field. */
function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 32) at += 1
  return text[at] === ':'
}
