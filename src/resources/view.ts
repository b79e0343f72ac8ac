import type { ReadGap } from '../gaps/gap-settings.ts'
import type { Tables } from '../store/tables.ts'

/** What a resource is made from and for: the world it lives in, the choices, the address it is asked at. */
export interface View {
  readonly tables: Tables
  readonly gap: ReadGap
  /** What `meta.resource` and links start with, without a slash at the end. */
  readonly base: string
  /** How many items a nested list keeps; all of them unless given. */
  readonly nestedItems?: number
}

/** The envelope of a single resource. Section 2.1 item 1. */
export interface Envelope {
  readonly object: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly meta?: { readonly resource: string }
}

/** The envelope of a list. Section 2.1 item 2. */
export interface ListEnvelope {
  readonly object: 'list'
  readonly data: readonly Envelope[]
}

/**
 * Makes the envelope of a row; `depth` is how many levels of relationships are still filled.
 * Attributes begin with one of their own, and what they share with others comes after it: V8 is ten
 * times as slow with a literal that begins with a spread and goes on.
 */
export type Make<R> = (view: View, row: R, depth: number) => Envelope

export const list = (data: readonly Envelope[]): ListEnvelope => ({ object: 'list', data })

/** How many levels of relationships an answer fills. Section 2.1 item 3. */
export function depthOf(view: View): number {
  const cut = view.gap('nesting.cut')
  return cut === 'cut' ? 0 : cut === 'two-levels' ? 2 : 1
}

/** A nested single resource, or what it is cut off to. */
export const nestOne = <R>(view: View, depth: number, make: Make<R>, row: () => R): Envelope | object =>
  depth > 0 ? make(view, row(), depth - 1) : {}

/** Items of a list within a nested resource; a longer one is cut off, as an answer would grow without end. */
const longestBelow = 100

/** A nested list, or what it is cut off to. */
export const nestMany = <R>(
  view: View,
  depth: number,
  make: Make<R>,
  rows: () => readonly R[],
): ListEnvelope => {
  const all = depth > 0 ? rows() : []
  const isCut = all.length > longestBelow && depth < depthOf(view)
  const kept = isCut ? [] : ordered(view, all).slice(0, view.nestedItems)
  return list(kept.map((row) => make(view, row, depth - 1)))
}

/** Rows or ids, oldest first as they are kept, in the order in which lists come. */
export const ordered = <T>(view: View, oldestFirst: readonly T[]): readonly T[] =>
  view.gap('list.order') === 'newest' ? oldestFirst.toReversed() : oldestFirst

/** A value whose meaning is optional: an empty one stands in for none, unless nulls are wanted. */
export const orEmpty = <T>(view: View, value: T | null, empty: T): T | null =>
  value ?? (view.gap('nulls') === 'filled' ? empty : null)
