/** Section 2.7, written by hand from the document: the fields of an egg variable, and two others. */
export const serverVariable = {
  object: 'server_variable',
  attributes: {
    id: 301,
    egg_id: 7,
    name: 'World name',
    description: 'Folder of the world that is loaded.',
    env_variable: 'WORLD',
    default_value: 'overworld',
    user_viewable: true,
    user_editable: false,
    rules: 'required|string|max:30',
    sort_order: 2,
    created_at: '2025-11-05T08:30:00+00:00',
    updated_at: '2026-01-19T17:45:10+00:00',
    server_value: 'islands',
    required: true,
  },
}
