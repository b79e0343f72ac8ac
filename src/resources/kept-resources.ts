import type { Envelope, ListEnvelope, Make, View } from './view.ts'

/** A resource that was made for a row, and the other values that it depends on. */
interface Kept {
  readonly reads: readonly unknown[]
  readonly envelope: Envelope
}

/** A JSON text with its length in bytes. */
export interface Json {
  readonly text: string
  readonly bytes: number
}

/** The cached JSON of resources. */
const kept = new WeakMap<object, Json>()

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
    const now = reads(view, row)
    const known = all.get(row)
    if (known && isSame(known.reads, now)) return known.envelope
    const envelope = make(view, row, depth)
    all.set(row, { reads: now, envelope })
    kept.set(envelope, json(envelope))
    return envelope
  }
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  for (let at = 0; at < now.length; at += 1) if (before[at] !== now[at]) return false
  return true
}

/** The JSON of a value, as `JSON.stringify` makes it. */
export function json(value: object): Json {
  const text = JSON.stringify(value)
  return { text, bytes: Buffer.byteLength(text) }
}

/** The JSON of an envelope, joined from the cached texts of the resources in it. */
export function jsonOf(envelope: object): Json {
  const joined = new Joined()
  addTo(joined, envelope)
  return joined
}

/** JSON to which texts are added. V8 copies the texts into one only when that is sent. */
class Joined implements Json {
  text = ''
  bytes = 0

  add(text: string, bytes = Buffer.byteLength(text)): void {
    this.text += text
    this.bytes += bytes
  }

  /** Adds ASCII texts, which have one byte per character. */
  addPlain(...texts: readonly string[]): void {
    for (const text of texts) this.add(text, text.length)
  }
}

function addTo(joined: Joined, envelope: object): void {
  const known = kept.get(envelope)
  if (known) joined.add(known.text, known.bytes)
  else if (isList(envelope)) addList(joined, envelope)
  else if (hasRelationships(envelope)) addRelated(joined, envelope)
  else joined.add(JSON.stringify(envelope))
}

function addList(joined: Joined, envelope: List): void {
  joined.addPlain('{"object":"list","data":[')
  let before = ''
  for (const item of envelope.data) {
    joined.addPlain(before)
    addTo(joined, item)
    before = ','
  }
  joined.addPlain(']')
  addEnd(joined, envelope)
}

function addRelated(joined: Joined, envelope: Related): void {
  const { object, attributes } = envelope
  const { relationships } = attributes
  joined.addPlain('{"object":"', object, '","attributes":')
  // A copy of an object is much faster than a rest pattern.
  joined.add(JSON.stringify({ ...attributes, relationships: undefined }).slice(0, -1))
  let before = ',"relationships":{"'
  for (const name in relationships) {
    joined.addPlain(before, name, '":')
    addTo(joined, relationships[name] as object)
    before = ',"'
  }
  joined.addPlain('}}')
  addEnd(joined, envelope)
}

/** Adds the `meta` of an envelope, if it has one, and its end. */
function addEnd(joined: Joined, { meta }: { readonly meta?: object }): void {
  if (meta !== undefined) {
    joined.addPlain(',"meta":')
    joined.add(JSON.stringify(meta))
  }
  joined.addPlain('}')
}

type List = ListEnvelope & { readonly meta?: object }

const isList = (envelope: object): envelope is List => 'data' in envelope

type Related = Envelope & { attributes: { relationships: Readonly<Record<string, object>> } }

const hasRelationships = (envelope: object): envelope is Related =>
  'attributes' in envelope && 'relationships' in Object(envelope.attributes)
