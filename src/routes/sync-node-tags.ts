import * as Type from '@sinclair/typebox'
import { operations } from '../contract/operations.ts'
import type { ReadGap } from '../gaps/gap-settings.ts'
import { broken } from '../http/bodies/fields.ts'
import { type FieldError, invalid } from '../http/errors.ts'
import { resourceOf } from '../resources/resource.ts'
import { list, ordered } from '../resources/view.ts'
import type { NodeRow, TagRow } from '../store/rows.ts'
import { type Call, isId } from './call.ts'
import { endpoint } from './endpoint.ts'

/** Maximum number of items in a request. */
const mostItems = 1_000

const lenientItems = () =>
  Type.Array(Type.Unsafe<number | string>({ type: ['integer', 'string'], minLength: 1, maxLength: 191 }), {
    maxItems: mostItems,
  })

const stringItems = () => {
  const item = { type: 'string', minLength: 1, maxLength: 191 }
  return Type.Unsafe<readonly string[] | Readonly<Record<string, string>>>({
    anyOf: [
      { type: 'array', items: item, maxItems: mostItems },
      { type: 'object', additionalProperties: item, maxProperties: mostItems },
    ],
  })
}

/** The body by each choice at the gap `tags.body`. */
interface Selected {
  readonly tags?: readonly (number | string)[] | Readonly<Record<string, string>>
  readonly tag_ids?: readonly (number | string)[]
}

const selection = (gap: ReadGap) =>
  gap('tags.body') === 'lenient'
    ? Type.Object(
        { tags: Type.Optional(lenientItems()), tag_ids: Type.Optional(lenientItems()) },
        { needsOne: ['tags', 'tag_ids'] },
      )
    : Type.Object({ tags: Type.Optional(stringItems()) }, { needsOne: ['tags'] })

/** Replaces the tags of a node. Section 4.2. */
export const syncNodeTags = endpoint(operations.syncNodeTags, {
  bodySchema: selection,
  handle(call, node: NodeRow) {
    const { world, view, body, now } = call
    const { nodes, tags } = world.tables
    const { tags: items, tag_ids: ids }: Selected = body
    if (!items && !ids) {
      const missing = broken('tags', 'required', 'be sent: an array that selects the tags')
      throw invalid({ ...missing, panelRules: ['present'] })
    }
    const errors: FieldError[] = []
    const selected = [
      ...resolve(call, 'tags', Object.values(items ?? []), errors),
      ...resolve(call, 'tag_ids', ids ?? [], errors),
    ]
    if (errors.length > 0) throw invalid(...errors)
    const tag_ids = [...new Set(selected.map((tag) => tag.id))].sort((a, b) => a - b)
    nodes.replace({ ...node, tag_ids, updated_at: now })
    return list(ordered(view, tags.rows(tag_ids)).map((tag) => resourceOf('tag', 'top')(view, tag, 0)))
  },
})

/** The tags that the items of one field select; the gap `tags.unknown` decides about items that match no tag. */
function resolve(
  call: Call,
  field: string,
  items: readonly (number | string)[],
  errors: FieldError[],
): TagRow[] {
  const { tags } = call.world.tables
  return items.flatMap((item, index) => {
    const text = String(item)
    const found = (isId(text) ? tags.get(Number(text)) : undefined) ?? bySlug(call, text)
    if (found) return found
    const choice = call.view.gap('tags.unknown')
    const isName = typeof item === 'string' && !/^\d+$/.test(item)
    if (isName && (choice === 'create' || choice === 'ignore-ids-create-names')) return create(call, text)
    if (choice === 'refuse' || choice === 'create') {
      const must = `be the id or slug of a tag, but there is no tag "${text}"`
      errors.push(broken(`${field}.${index}`, 'exists', must))
    }
    return []
  })
}

/** The tag of a slug; whether upper and lower case differ is a gap. */
function bySlug({ view: { tables, gap } }: Call, text: string): TagRow | undefined {
  const found = tables.tags.find('slug', text)
  if (found || gap('tags.body') === 'lenient') return found
  return tables.tags.find('slugInAnyCase', text.toLowerCase())
}

const create = ({ world, now }: Call, slug: string): TagRow =>
  world.tables.tags.insert({
    name: slug,
    slug,
    color: null,
    is_predefined: false,
    legacy_nest_id: null,
    created_at: now,
    updated_at: now,
  })
