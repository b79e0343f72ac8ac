import type { TagRow } from '../store/rows.ts'
import { type Make, orEmpty } from './view.ts'

/** Section 2.4. */
export const tagResource: Make<TagRow> = (view, tag) => ({
  object: 'tag',
  attributes: {
    id: tag.id,
    name: tag.name,
    slug: tag.slug,
    color: orEmpty(view, tag.color, '#000000'),
    is_predefined: tag.is_predefined,
    legacy_nest_id: orEmpty(view, tag.legacy_nest_id, 0),
    eggs_count: view.tables.eggs.count('tag', tag.id),
    nodes_count: view.tables.nodes.count('tag', tag.id),
    created_at: tag.created_at,
    updated_at: tag.updated_at,
  },
  meta: { resource: `${view.base}/api/admin/tags/${tag.id}` },
})
