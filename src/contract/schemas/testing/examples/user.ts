import { nestedServer } from './cut-off.ts'

/** Section 2.10 in the nested form, with every field. Written by hand from the document. */
export const user = {
  object: 'user',
  attributes: {
    id: 21,
    external_id: 'crm-87',
    uuid: 'd92c4e05-8b7a-4160-ae3f-f6b10d57c982',
    username: 'robin',
    email: 'robin@example.org',
    first_name: 'Robin',
    last_name: 'Redfern',
    language: 'en',
    root_admin: true,
    '2fa': false,
    image: 'https://avatars.example.org/robin.png',
    servers_count: 1,
    subuser_of_count: 0,
    created_at: '2025-04-01T07:00:00+00:00',
    updated_at: '2026-02-14T22:10:00+00:00',
    relationships: { servers: { object: 'list', data: [nestedServer] } },
  },
}

/** A user in the response of section 4.6: without the nested-only fields, with `meta.resource`. */
export const createdUser = {
  object: 'user',
  attributes: {
    id: 23,
    external_id: 'crm-89',
    uuid: '1f05b8ea-4d69-47c2-9e1b-a83c7f2605d4',
    username: 'dunnock',
    email: 'dunnock@example.org',
    first_name: 'Prue',
    last_name: 'Modularis',
    language: 'en',
    root_admin: false,
    '2fa': false,
    created_at: '2026-03-02T14:10:00+00:00',
    updated_at: '2026-03-02T14:10:00+00:00',
  },
  meta: { resource: 'https://panel.example.org/api/application/users/23' },
}
