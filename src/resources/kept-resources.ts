import { weigh } from '../util/weigh.ts'
import {
  type Envelope,
  hasRelationships,
  type ListEnvelope,
  type Make,
  type Related,
  type View,
} from './view.ts'

/** A resource that was made for a row, with its JSON; copies of it may be changed, and have none. */
class KeptEnvelope implements Envelope {
  readonly object: string
  readonly attributes: Envelope['attributes']
  declare readonly meta?: NonNullable<Envelope['meta']>
  readonly #nulls: View['nulls']
  readonly #reads: readonly unknown[]
  readonly #json: string

  constructor(envelope: Envelope, nulls: View['nulls'], reads: readonly unknown[]) {
    this.object = envelope.object
    this.attributes = envelope.attributes
    if (envelope.meta) this.meta = envelope.meta
    this.#nulls = nulls
    this.#reads = reads
    this.#json = JSON.stringify(envelope)
  }

  isMadeFrom(nulls: View['nulls'], reads: readonly unknown[]): boolean {
    return nulls === this.#nulls && reads.every((value, at) => value === this.#reads[at])
  }

  /** Approximate characters that the resource takes. */
  get weight(): number {
    return ownWeightOfKept + this.#json.length
  }

  /** The JSON of an envelope that is kept; undefined for any other. */
  static jsonOf(envelope: object): string | undefined {
    return envelope instanceof KeptEnvelope ? envelope.#json : undefined
  }
}

/** Approximate characters that a kept resource takes in addition to its JSON. */
const ownWeightOfKept = 500

/** Maximum characters of the resources of a generation. */
const mostCharacters = 16_000_000

/** The resources that each maker, by its number, has made for its rows. */
type Generation = WeakMap<object, KeptEnvelope>[]

/**
 * The kept resources. Their JSON can be much longer than the rows, so they have a limit of their own: when the latest
 * generation is full, those of the earlier one that were not read again are dropped.
 */
let [latest, earlier]: [Generation, Generation] = [[], []]
let characters = 0
let makers = 0

function keep(maker: number, row: object, resource: KeptEnvelope): void {
  if (characters > mostCharacters) {
    ;[latest, earlier] = [[], latest]
    characters = 0
  }
  characters += resource.weight
  latest[maker] ??= new WeakMap()
  latest[maker].set(row, resource)
}

/**
 * Makes a resource without relationships once per row, and its JSON text with it: rows never change in place.
 * @param reads every other value that the resource depends on; a changed value makes a new resource
 */
export function keptPerRow<R extends object, V extends View = View>(
  reads: (view: V, row: R) => readonly unknown[],
  make: Make<R, V>,
): Make<R, V> {
  const maker = makers
  makers += 1
  return (view, row, depth) => {
    // Filled relationships depend on further rows, which are not compared.
    if (depth > 0) return make(view, row, depth)
    const now = reads(view, row)
    const current = latest[maker]?.get(row)
    if (current?.isMadeFrom(view.nulls, now)) return current
    const older = earlier[maker]?.get(row)
    const made = older?.isMadeFrom(view.nulls, now)
      ? older
      : new KeptEnvelope(make(view, row, depth), view.nulls, now)
    keep(maker, row, made)
    return made
  }
}

/** The approximate number of characters of a resource as JSON, without its relationships. */
export const ownWeight = (envelope: Envelope): number =>
  KeptEnvelope.jsonOf(envelope)?.length ?? weigh({ ...envelope.attributes, relationships: undefined })

/** The JSON of an envelope. Its parts are joined once, since V8 would copy concatenated texts at each concatenation. */
export function textOf(envelope: object): string {
  const parts: string[] = []
  addTo(parts, envelope)
  return parts.join('')
}

/** Adds the parts of the JSON of an envelope, among them the texts of the resources in it that are kept. */
function addTo(parts: string[], envelope: object): void {
  const known = KeptEnvelope.jsonOf(envelope)
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
