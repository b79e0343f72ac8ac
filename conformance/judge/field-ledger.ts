import type { TObject } from '@sinclair/typebox'
import { isNullable } from '../../src/contract/index.ts'
import { schemaOf } from './fields.ts'
import { type KindName, kinds } from './kinds.ts'
import type { Found } from './walk.ts'

/** Fields of the document by dotted name, `node.memory`, and whether anything was ever seen in them. */
export class FieldLedger {
  readonly #known = new Set<string>()
  readonly #seen = new Set<string>()

  constructor() {
    for (const kind of Object.keys(kinds) as KindName[]) {
      for (const place of ['top', 'nested'] as const) collect(schemaOf(kind, place), kind, this.#known)
    }
  }

  note({ kind, attributes }: Found): void {
    for (const path of this.#known) {
      const [head, ...keys] = path.split('.')
      if (head === kind && !this.#seen.has(path) && holds(attributes, keys)) this.#seen.add(path)
    }
  }

  summary(): { known: number; seen: number; never: string[] } {
    const never = [...this.#known].filter((path) => !this.#seen.has(path))
    return { known: this.#known.size, seen: this.#seen.size, never }
  }
}

function collect(schema: TObject, prefix: string, into: Set<string>): void {
  for (const [name, declared] of Object.entries(schema.properties)) {
    const path = `${prefix}.${name}`
    into.add(path)
    const inner = isNullable(declared) ? declared.anyOf[0] : declared
    if (inner['type'] === 'object' && inner['properties']) collect(inner as TObject, path, into)
  }
}

function holds(value: unknown, keys: readonly string[]): boolean {
  const end = keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
  return end !== undefined && end !== null
}
