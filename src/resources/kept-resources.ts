import { weigh } from '../util/weigh.ts'
import {
  type Envelope,
  hasRelationships,
  type ListEnvelope,
  type Make,
  type Related,
  type View,
} from './view.ts'

/** The text of a value, as it is sent, with its length in bytes. */
export interface Json {
  readonly value: object | string
  readonly text: string
  readonly bytes: number
}

/** A resource that was made for a row, with its JSON and the other values that it depends on. */
class Kept implements Envelope {
  readonly object: Envelope['object']
  readonly attributes: Envelope['attributes']
  // Without `declare`, every instance would have the field.
  declare readonly meta?: NonNullable<Envelope['meta']>
  readonly #json: Json
  readonly #nulls: View['nulls']
  readonly #reads: readonly unknown[]

  constructor(envelope: Envelope, { nulls }: View, reads: readonly unknown[]) {
    this.object = envelope.object
    this.attributes = envelope.attributes
    if (envelope.meta) this.meta = envelope.meta
    this.#json = json(envelope)
    this.#nulls = nulls
    this.#reads = reads
  }

  /** The JSON of an envelope that is kept; copies of it may be changed, and have none. */
  static jsonOf(envelope: object): Json | undefined {
    return #json in envelope ? envelope.#json : undefined
  }

  /** Whether a resource that is made now would be the same. */
  isSame({ nulls }: View, now: readonly unknown[]): boolean {
    if (this.#nulls !== nulls) return false
    for (let at = 0; at < now.length; at += 1) if (this.#reads[at] !== now[at]) return false
    return true
  }
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
    const now = reads(view, row)
    const known = all.get(row)
    if (known?.isSame(view, now)) return known
    const kept = new Kept(make(view, row, depth), view, now)
    all.set(row, kept)
    return kept
  }
}

/** The approximate number of characters of a resource as JSON, without its relationships. */
export function ownWeight(envelope: Envelope): number {
  const known = Kept.jsonOf(envelope)
  return known ? known.text.length : weigh({ ...envelope.attributes, relationships: undefined })
}

/** The JSON of a value, as `JSON.stringify` makes it. */
export function json(value: object): Json {
  const text = JSON.stringify(value)
  return { value, text, bytes: Buffer.byteLength(text) }
}

/** The JSON of an envelope, joined from the cached texts of the resources in it. */
export function jsonOf(envelope: object): Json {
  const joined = new Joined(envelope)
  addTo(joined, envelope)
  return joined
}

/** JSON to which texts are added. V8 copies the texts into one only when that is sent. */
class Joined implements Json {
  readonly value: object
  text = ''
  bytes = 0

  constructor(value: object) {
    this.value = value
  }

  add(text: string, bytes = Buffer.byteLength(text)): void {
    this.text += text
    this.bytes += bytes
  }

  /** Adds an ASCII text, which has one byte per character. */
  addPlain(text: string): void {
    this.add(text, text.length)
  }
}

function addTo(joined: Joined, envelope: object): void {
  const known = Kept.jsonOf(envelope)
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
  // A copy of an object is much faster than a rest pattern.
  const own = JSON.stringify({ ...attributes, relationships: undefined }).slice(0, -1)
  joined.addPlain(`{"object":"${object}","attributes":`)
  joined.add(own)
  let before = ',"relationships":{"'
  for (const name in relationships) {
    joined.addPlain(`${before}${name}":`)
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
