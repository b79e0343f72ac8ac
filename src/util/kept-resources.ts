import type { Envelope, ListEnvelope, Make, View } from '../resources/view.ts'

/** A resource that was made for a row, and the values beside the row that it was made from. */
interface Kept {
  readonly reads: readonly unknown[]
  readonly envelope: Envelope
}

const texts = new WeakMap<object, string>()

/**
 * Makes a resource without relationships once per row, and its JSON text with it: rows never change in place.
 * @param reads every value that the resource depends on beside its row; when one of them differs, it is made anew
 */
export function keptPerRow<R extends object, V extends View = View>(
  reads: (view: V, row: R) => readonly unknown[],
  make: Make<R, V>,
): Make<R, V> {
  const all = new WeakMap<R, Kept>()
  return (view, row, depth) => {
    // Filled relationships depend on further rows, which nothing compares.
    if (depth > 0) return make(view, row, depth)
    const now = reads(view, row)
    const kept = all.get(row)
    if (kept?.reads.every((value, at) => value === now[at])) return kept.envelope
    const envelope = make(view, row, depth)
    all.set(row, { reads: now, envelope })
    texts.set(envelope, JSON.stringify(envelope))
    return envelope
  }
}

/** The text that `JSON.stringify` makes of an envelope, with the kept texts of the resources in it. */
export function textOf(envelope: object): string {
  const kept = texts.get(envelope)
  if (kept !== undefined) return kept
  if (isList(envelope)) {
    const { object: _, data, ...more } = envelope
    return `{"object":"list","data":[${data.map(textOf).join()}]${following(more)}}`
  }
  if (!hasRelationships(envelope)) return JSON.stringify(envelope)
  const { object, attributes, ...more } = envelope
  const { relationships, ...fields } = attributes
  const named = Object.entries(relationships).map(([name, value]) => `"${name}":${textOf(value)}`)
  const inner = `${JSON.stringify(fields).slice(0, -1)},"relationships":{${named.join()}}}`
  return `{"object":"${object}","attributes":${inner}${following(more)}}`
}

const following = (fields: object): string => {
  const text = JSON.stringify(fields)
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}

const isList = (envelope: object): envelope is ListEnvelope => 'data' in envelope

type WithRelationships = Envelope & { attributes: { relationships: Readonly<Record<string, object>> } }

const hasRelationships = (envelope: object): envelope is WithRelationships =>
  'attributes' in envelope && 'relationships' in Object(envelope.attributes)
