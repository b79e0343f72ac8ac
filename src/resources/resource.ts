import { pathTo } from '../contract/companions.ts'
import { type JsonObject, recordOf } from '../contract/objects.ts'
import { type Operation, operations } from '../contract/operations.ts'
import { rowOf } from '../contract/resources.ts'
import { type AnyForm, fieldsOf } from '../contract/schemas/index.ts'
import { isNullable } from '../contract/schemas/strict.ts'
import { type Row, rowSchemas } from '../store/rows.ts'
import { fieldOf, type RowOfKind, type StoredKind, tableOf } from '../store/tables.ts'
import { keptPerRow, ownWeight } from './kept-resources.ts'
import { type Compute, linkedField, relatedIds } from './linked.ts'
import { type Spec, specs } from './specs.ts'
import {
  depthOf,
  type Envelope,
  type ListEnvelope,
  list,
  type Make,
  ordered,
  orEmpty,
  type View,
} from './view.ts'

/**
 * Makes the envelopes of a kind: the fields of the table of resources, in its order, each computed by the specification
 * of the kind or copied from the row. Section 2.
 */
export function resourceOf<K extends StoredKind>(kind: K, form: AnyForm = 'nested'): Make<RowOfKind<K>> {
  const known = makers[form][kind] ?? maker(kind, form)
  makers[form][kind] = known
  // The maker of a kind takes the rows of that kind.
  return known as Make<RowOfKind<K>>
}

const makers: { [F in AnyForm]: { [K in StoredKind]?: Make<Row> } } = { top: {}, nested: {}, shown: {} }

/** The kinds of which an operation of the document answers with a list. */
const isListed = (kind: StoredKind): boolean =>
  Object.values<Operation>(operations).some(
    ({ response }) =>
      (response.envelope === 'list' || response.envelope === 'page') && response.kind === kind,
  )

function maker(kind: StoredKind, form: AnyForm): Make<Row> {
  // Each specification is for the rows of its kind.
  const spec = specs[kind] as Spec<Row>
  const { meta, relationships, atTop } = rowOf(kind)
  const fields = Object.entries(fieldsOf(kind, form).properties).map(([name, schema]) => ({
    name,
    compute: spec.computed[name] ?? linkedField(kind, name) ?? copied(kind, name, schema),
  }))
  const hasMeta = meta === 'always' || (meta === 'top' && form !== 'nested')
  const hasRelationships = relationships !== undefined && !(form === 'top' && atTop === 'bare')

  const relate = hasRelationships ? relating(kind, spec) : undefined
  const names = [...fields.map(({ name }) => name), ...(relate ? ['relationships'] : [])]
  // A copy of parsed JSON that has all fields is much faster to fill than an empty object.
  const blank: Record<string, unknown> = JSON.parse(JSON.stringify(recordOf(names, () => 0)))

  const make: Make<Row> = (view, row, depth) => {
    const attributes = { ...blank }
    for (const { name, compute } of fields) attributes[name] = compute(view, row, resourceOf)
    if (relate) attributes['relationships'] = relate(view, row, depth)
    if (!hasMeta) return { object: kind, attributes }
    return { object: kind, attributes, meta: { resource: view.base + pathTo(kind, String(row.id)) } }
  }
  const { reads } = spec
  // A single resource at the top is the response to a write, which made its row.
  const isReadAgain = form !== 'top' || isListed(kind)
  if (!reads || !isReadAgain || names.includes('mounts')) return make
  return keptPerRow(hasMeta ? (view, row) => [view.base, ...reads(view, row)] : reads, make)
}

/** Copies a field of the row; null in it is an empty value by the gap `nulls`. */
function copied(kind: StoredKind, name: string, schema: Schema): Compute<unknown> {
  if (!Object.hasOwn(rowSchemas[tableOf(kind)].properties, name))
    throw new Error(`src/resources/specs.ts lacks the ${name} of a ${kind}`)
  const fill = filled(schema)
  return fill ? (view, row) => fill(view, fieldOf(row, name)) : (_, row) => fieldOf(row, name)
}

interface Schema {
  readonly [keyword: string]: unknown
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Replaces null in a value of a schema; undefined for a schema without nullable fields. */
function filled(schema: Schema): ((view: View, value: unknown) => unknown) | undefined {
  if (isNullable(schema)) {
    const empty = schema.anyOf[0]['type'] === 'integer' ? 0 : ''
    return (view, value) => orEmpty<unknown>(view, value, empty)
  }
  const fills = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const fill = isNullable(inner) && filled(inner)
    return fill ? [{ name, fill }] : []
  })
  if (fills.length === 0) return undefined
  return (view, value) => {
    // A schema with properties is that of an object.
    const fields = value as JsonObject
    if (fills.every(({ name }) => fields[name] !== null)) return value
    return {
      ...fields,
      ...Object.fromEntries(fills.map(({ name, fill }) => [name, fill(view, fields[name])])),
    }
  }
}

/** Maximum items of a list within a nested resource; longer lists are emptied to limit the response's size. */
const longestBelow = 100

/**
 * Maximum characters, as JSON, of the relationships of a response: with many servers, or an egg with long values that
 * each of its servers shows, a response would take seconds, or be longer than a string can be.
 */
export const longestRelationships = 16_000_000

type Related = Envelope | ListEnvelope | object

/** Makes the resources of a relationship: all of them, or none where they would be too long. */
function allOrNone(view: View, kind: StoredKind, ids: readonly number[], depth: number): readonly Envelope[] {
  const { left = { characters: Number.POSITIVE_INFINITY } } = view
  // The rows of a table are those of its kinds.
  const make = resourceOf(kind) as Make<Row>
  const made: Envelope[] = []
  for (const id of ids) {
    if (left.characters < 0) return []
    const resource = make(view, view.tables[tableOf(kind)].must(id), depth)
    left.characters -= ownWeight(resource)
    made.push(resource)
  }
  return left.characters < 0 ? [] : made
}

/** Makes the relationships of a resource, filled or truncated. Section 2.1 item 3. */
function relating(kind: StoredKind, { related = {} }: Spec<Row>) {
  const relationships = Object.entries(rowOf(kind).relationships ?? {}).map(([name, relationship]) => {
    const idsOf = related[name] ?? relatedIds(kind, name, relationship)
    if (!idsOf) throw new Error(`src/resources/specs.ts lacks the rows of the ${name} of a ${kind}`)
    return { name, to: relationship.kind, many: relationship.many, idsOf }
  })
  return (view: View, row: Row, depth: number): Readonly<Record<string, Related>> => {
    const inner: View =
      kind === 'server' && depth > 0 ? { ...view, server: row as RowOfKind<'server'> } : view
    const made: Record<string, Related> = {}
    for (const { name, to, many, idsOf } of relationships) {
      const included = view.included?.get(name)
      const isFilled = depth > 0 && (included !== undefined || view.included === undefined)
      const ids = isFilled ? idsOf(view, row) : []
      const isCut = many && ids.length > longestBelow && depth < depthOf(view)
      const shown = isCut ? [] : many ? ordered(view, ids).slice(0, view.nestedItems) : ids
      const resources = allOrNone(included ? { ...inner, included } : inner, to, shown, depth - 1)
      made[name] = many ? list(resources) : (resources[0] ?? {})
    }
    return made
  }
}
