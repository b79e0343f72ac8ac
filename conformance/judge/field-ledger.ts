import type { TObject } from '@sinclair/typebox'
import { fieldsOf, isNullable, kinds } from '../../src/contract/index.ts'
import type { Found } from './walk.ts'

/** Counts which fields of the document (such as `node.memory`) had a value in some response. */
export class FieldLedger {
  /** Fields without a value in any response, by kind, each as the path of its keys. */
  readonly #unseen = new Map<string, (readonly string[])[]>()
  readonly #known: number

  constructor() {
    const all = new Set<string>()
    for (const kind of kinds) {
      const own = new Set<string>()
      for (const place of ['top', 'nested'] as const) collect(fieldsOf(kind, place), kind, own)
      this.#unseen.set(
        kind,
        [...own].map((path) => path.split('.').slice(1)),
      )
      for (const path of own) all.add(path)
    }
    this.#known = all.size
  }

  note({ kind, attributes }: Found): void {
    const unseen = this.#unseen.get(kind) ?? []
    if (unseen.length > 0)
      this.#unseen.set(
        kind,
        unseen.filter((keys) => !holds(attributes, keys)),
      )
  }

  summary(): { known: number; seen: number; never: string[] } {
    const never = [...this.#unseen].flatMap(([kind, unseen]) =>
      unseen.map((keys) => [kind, ...keys].join('.')),
    )
    return { known: this.#known, seen: this.#known - never.length, never }
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
