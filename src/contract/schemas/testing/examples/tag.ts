/** Section 2.4, written by hand from the document. */
export const tag = {
  object: 'tag',
  attributes: {
    id: 4,
    name: 'Sandbox games',
    slug: 'sandbox-games',
    color: '#3aa655',
    is_predefined: true,
    legacy_nest_id: 1,
    eggs_count: 9,
    nodes_count: 2,
    created_at: '2025-10-01T00:00:00+00:00',
    updated_at: '2025-10-02T12:00:00+00:00',
  },
  meta: { resource: 'https://panel.example.org/api/admin/tags/4' },
}
