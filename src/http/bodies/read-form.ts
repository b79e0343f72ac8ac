import type { IncomingMessage } from 'node:http'
import { unsliced } from '../../util/unsliced.ts'
import type { Take } from './allowance.ts'
import { bodyText } from './body-text.ts'

/**
 * Reads a form as the fields that JSON would have, as PHP does: `environment[NAME]=value` is a field in an object,
 * `tags[]=value` has the next free number as its name, and fields with the names 0, 1, 2, ... are a list.
 * @param longest maximum bytes of the decompressed form
 * @throws ApiError for a form that is longer, incomplete, compressed in an unknown way, or not UTF-8
 */
export async function readForm(req: IncomingMessage, longest: number, take: Take): Promise<object> {
  const fields = new Map<string, string | Inner>()
  for (const [name, value] of new URLSearchParams(await bodyText(req, longest, take))) {
    const [, field = '', key] = /^([^[]+)\[([^\]]*)\]$/.exec(name) ?? []
    if (key === undefined) fields.set(name, value)
    else {
      const known = fields.get(field)
      const inner = known instanceof Inner ? known : new Inner()
      inner.add(key, value)
      fields.set(field, inner)
    }
  }
  return unsliced(
    Object.fromEntries(
      [...fields].map(([name, field]) => [name, field instanceof Inner ? field.value() : field]),
    ),
  )
}

/**
 * A list or an object of a form. It grows in place: a copy for each item would take seconds for a form of a few
 * kilobytes.
 */
class Inner {
  readonly #items = new Map<string, string>()
  #next = 0

  add(key: string, value: string): void {
    const name = key === '' ? String(this.#next) : key
    this.#items.set(name, value)
    if (/^\d{1,15}$/.test(name)) this.#next = Math.max(this.#next, Number(name) + 1)
  }

  value(): object {
    const isList = [...this.#items.keys()].every((name, at) => name === String(at))
    return isList ? [...this.#items.values()] : Object.fromEntries(this.#items)
  }
}
