import type { Fields } from './envelopes.ts'
import { Refusal } from './refusal.ts'

export type Check = (value: unknown) => boolean

export const filled: Check = (value) => typeof value === 'string' && value.trim() !== ''
export const textOrNull: Check = (value) => typeof value === 'string' || value === null
export const integer: Check = (value) => Number.isSafeInteger(value)
export const flag: Check = (value) => typeof value === 'boolean'

/** The fields of a body that have a check. @throws Refusal if a value fails its check */
export function checked(body: Fields, checks: Record<string, Check>): Fields {
  const taken: Fields = {}
  for (const [name, fits] of Object.entries(checks)) {
    if (!Object.hasOwn(body, name)) continue
    if (!fits(body[name])) throw new Refusal(400, `The field ${name} cannot be used.`)
    taken[name] = body[name]
  }
  return taken
}
