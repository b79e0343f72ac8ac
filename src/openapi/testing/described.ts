import { makeWorld } from '../../fixtures/index.ts'
import { GapSettings, type profile } from '../../gaps/gap-settings.ts'
import type { Json } from '../../testing/service.ts'
import { openApi } from '../open-api.ts'

/** A description as clients receive it: parsed JSON. */
export async function describedBy(
  gapSettings: ReturnType<typeof profile> = new GapSettings(),
  scenario: 'demo' | 'edge' | 'empty' = 'demo',
): Promise<Json> {
  const world = makeWorld({ seed: 'nestbox', scenario, scale: scenario === 'demo' ? 40 : 1 })
  return asRead(
    await openApi({
      gapSettings,
      world,
      base: 'http://127.0.0.1:4141',
      version: '1.2.3',
      now: '2026-06-01T12:00:00+00:00',
    }),
  )
}

export const asRead = (description: object): Json => JSON.parse(JSON.stringify(description))

/** Every operation of a description, with its path and method. */
export const operationsIn = (description: Json): { path: string; method: string; operation: Json }[] =>
  Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]) => ({ path, method, operation })),
  )

/** Every example in a description, with its schema. */
export function examplesIn(description: Json): { title: string; schema: Json; value: unknown }[] {
  const found: { title: string; schema: Json; value: unknown }[] = []
  const walk = (node: Json, title: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (node.schema !== undefined) {
      if (node.example !== undefined) found.push({ title, schema: node.schema, value: node.example })
      for (const [name, { value }] of Object.entries<Json>(node.examples ?? {})) {
        found.push({ title: `${title}/${name}`, schema: node.schema, value })
      }
      return
    }
    for (const [name, inner] of Object.entries(node)) walk(inner, `${title}/${name}`)
  }
  walk(description.paths, '')
  return found
}
