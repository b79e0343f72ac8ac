import type { Choice } from '../contract/gaps/index.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import type { ServerRow } from '../store/rows.ts'
import type { Tables } from '../store/tables.ts'

/** Relationships by name, each with the included relationships of its resource. */
export type Included = ReadonlyMap<string, Included>

/** The inputs of a resource's envelope: tables, gap settings and base URL. */
export interface View {
  readonly tables: Tables
  readonly gap: ReadGap
  /** The choice at the gap `nulls`, which every resource depends on. */
  readonly nulls: Choice<'nulls'>
  /** The start of `meta.resource` and links, without a trailing slash. */
  readonly base: string
  /** Maximum number of items in a nested list; unlimited by default. */
  readonly nestedItems?: number
  /** Levels of relationships to fill; by default the number that the gap `nesting.cut` chooses. */
  readonly depth?: number
  /** The relationships to fill, and those of their resources; all by default. */
  readonly included?: Included
  /** The characters that the relationships of the response may still have, counted down; unlimited by default. */
  readonly left?: { characters: number }
  /** The server whose mounts or variables are shown. */
  readonly server?: ServerRow
}

/** The envelope of a single resource. Section 2.1 item 1. */
export interface Envelope {
  readonly object: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly meta?: { readonly resource: string }
}

/** A resource with relationships by name. */
export type Related = Envelope & {
  readonly attributes: { readonly relationships: Readonly<Record<string, object>> }
}

export const hasRelationships = (envelope: object): envelope is Related =>
  'attributes' in envelope && 'relationships' in Object(envelope.attributes)

/** The envelope of a list. Section 2.1 item 2. */
export interface ListEnvelope {
  readonly object: 'list'
  readonly data: readonly Envelope[]
}

/** Makes the envelope of a row; `depth` is the number of levels of relationships that are still filled. */
export type Make<R, V extends View = View> = (view: V, row: R, depth: number) => Envelope

export const list = (data: readonly Envelope[]): ListEnvelope => ({ object: 'list', data })

/** The number of levels of relationships that a response fills. Section 2.1 item 3. */
export function depthOf(view: View): number {
  if (view.depth !== undefined) return view.depth
  const cut = view.gap('nesting.cut')
  return cut === 'cut' ? 0 : cut === 'two-levels' ? 2 : 1
}

/** Rows or ids in the order of lists. @param oldestFirst in the order of the store */
export const ordered = <T>(view: View, oldestFirst: readonly T[]): readonly T[] =>
  view.gap('list.order') === 'newest' ? oldestFirst.toReversed() : oldestFirst

/** An optional value: null, or an empty value in its place, by the gap `nulls`. */
export const orEmpty = <T>(view: View, value: T | null, empty: T): T | null =>
  value ?? (view.nulls === 'null' ? null : empty)

/** A value that does not exist before work has ended: null until then, or an empty value, by the gap `nulls`. */
export const orUnfinished = <T>(view: View, isRunning: boolean, value: T | null, empty: T): T | null =>
  isRunning && view.nulls === 'unfinished' ? null : orEmpty(view, value, empty)
