import { weigh } from '../util/weigh.ts'
import {
  type Envelope,
  hasRelationships,
  type ListEnvelope,
  type Make,
  type Related,
  type View,
} from './view.ts'

/** The JSON of each envelope that is kept; copies of it may be changed, and have none. */
const texts = new WeakMap<object, string>()

/** A resource that was made for a row, and the values that it depends on. */
interface Kept {
  readonly envelope: Envelope
  readonly reads: readonly unknown[]
}

/**
 * Makes a resource without relationships once per row, and its JSON text with it: rows never change in place.
 * @param reads every other value that the resource depends on; a changed value makes a new resource
 */
export function keptPerRow<R extends object, V extends View = View>(
  reads: (view: V, row: R) => readonly unknown[],
  make: Make<R, V>,
): Make<R, V> {
  const all = new WeakMap<R, Kept>()
  return (view, row, depth) => {
    // Filled relationships depend on further rows, which are not compared.
    if (depth > 0) return make(view, row, depth)
    const now = [view.nulls, ...reads(view, row)]
    const known = all.get(row)
    if (known && now.every((value, at) => value === known.reads[at])) return known.envelope
    const envelope = make(view, row, depth)
    texts.set(envelope, JSON.stringify(envelope))
    all.set(row, { envelope, reads: now })
    return envelope
  }
}

/** The approximate number of characters of a resource as JSON, without its relationships. */
export const ownWeight = (envelope: Envelope): number =>
  texts.get(envelope)?.length ?? weigh({ ...envelope.attributes, relationships: undefined })

/** The JSON of an envelope. Its parts are joined once, since V8 would copy concatenated texts at each concatenation. */
export function textOf(envelope: object): string {
  const parts: string[] = []
  addTo(parts, envelope)
  return parts.join('')
}

/** Adds the parts of the JSON of an envelope, among them the texts of the resources in it that are kept. */
function addTo(parts: string[], envelope: object): void {
  const known = texts.get(envelope)
  if (known !== undefined) parts.push(known)
  else if (isList(envelope)) addList(parts, envelope)
  else if (hasRelationships(envelope)) addRelated(parts, envelope)
  else parts.push(JSON.stringify(envelope))
}

function addList(parts: string[], { data, meta }: MetaList): void {
  parts.push('{"object":"list","data":[')
  data.forEach((item, at) => {
    if (at > 0) parts.push(',')
    addTo(parts, item)
  })
  parts.push(']', endOf(meta))
}

function addRelated(parts: string[], { object, attributes, meta }: Related): void {
  // A copy of an object is much faster than a rest pattern.
  const own = JSON.stringify({ ...attributes, relationships: undefined }).slice(0, -1)
  parts.push(`{"object":"${object}","attributes":`, own, ',"relationships":{')
  Object.entries(attributes.relationships).forEach(([name, value], at) => {
    parts.push(at > 0 ? ',"' : '"', name, '":')
    addTo(parts, value)
  })
  parts.push('}}', endOf(meta))
}

/** The `meta` of an envelope, if it has one, and its end. */
const endOf = (meta: object | undefined): string =>
  meta === undefined ? '}' : `,"meta":${JSON.stringify(meta)}}`

type MetaList = ListEnvelope & { readonly meta?: object }

const isList = (envelope: object): envelope is MetaList => 'data' in envelope
