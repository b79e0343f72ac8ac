import { answered, attributesOf, refusedWhen, relationshipsOf } from '../changes.ts'
import { type Bag, bodyOf, isBag, type MakeLayer, withBody } from '../exchange.ts'
import type { Mutant } from '../mutant.ts'

const fields = ['email', 'username', 'first_name', 'last_name'] as const

/** Changes the user that a creation answers with. */
const answeredUser =
  (change: (attributes: Bag, json: Bag) => void): MakeLayer =>
  () =>
    answered('createUser', (json) => change(attributesOf(json), json))

/** Gives every created user what the first one had. */
const sameForAll = (field: 'id' | 'uuid'): MakeLayer => {
  return () => {
    let first: unknown
    return answered('createUser', (json) => {
      const attributes = attributesOf(json)
      first ??= attributes[field]
      attributes[field] = first
    })
  }
}

export const users: readonly Mutant[] = [
  ...fields.flatMap((field): Mutant[] => {
    const base = {
      breaks: [`4.6#creates-${field}`],
      caughtBy: `4.6/creates-${field.replaceAll('_', '-')}`,
      shows: field,
    }
    return [
      {
        ...base,
        name: `users: answered with another ${field}`,
        make: answeredUser((attributes) => {
          attributes[field] = `x${attributes[field]}`
        }),
      },
      {
        ...base,
        name: `users: ${field} is dropped`,
        make: answeredUser((attributes) => {
          delete attributes[field]
        }),
      },
      {
        ...base,
        name: `users: ${field} is null`,
        make: answeredUser((attributes) => {
          attributes[field] = null
        }),
      },
    ]
  }),
  {
    name: 'users: first and last name are exchanged',
    breaks: ['4.6#creates-first_name', '4.6#creates-last_name'],
    caughtBy: '4.6/creates-first-name',
    make: () => async (ask, next) => {
      if (ask.operation !== 'createUser') return next(ask)
      const { first_name, last_name, ...rest } = bodyOf(ask)
      return next(withBody(ask, { ...rest, first_name: last_name, last_name: first_name }))
    },
  },
  {
    name: 'users: the e-mail address is masked',
    breaks: ['4.6#creates-email'],
    caughtBy: '4.6/creates-email',
    make: answeredUser((attributes) => {
      attributes['email'] = '***@example.com'
    }),
  },
  {
    name: 'users: the user name is the e-mail address',
    breaks: ['4.6#creates-username'],
    caughtBy: '4.6/creates-username',
    make: answeredUser((attributes) => {
      attributes['username'] = attributes['email']
    }),
  },
  {
    name: 'users: the names are made lower case',
    breaks: ['4.6#creates-last_name'],
    caughtBy: '4.6/creates-last-name',
    make: answeredUser((attributes) => {
      attributes['last_name'] = String(attributes['last_name']).toLowerCase()
    }),
  },
  {
    name: 'users: a second user is refused',
    breaks: ['4.6#answer'],
    caughtBy: '4.6/answer',
    make: () => refusedWhen('createUser', (_, times) => times > 1),
  },
  {
    name: 'users: the answer has no meta',
    breaks: ['4.6#meta-resource'],
    caughtBy: '4.6/meta-resource',
    make: () => answered('createUser', ({ meta: _, ...rest }) => rest),
  },
  {
    name: 'users: meta is an empty array',
    breaks: ['4.6#meta-resource'],
    caughtBy: '4.6/meta-resource',
    make: answeredUser((_, json) => {
      json['meta'] = []
    }),
  },
  {
    name: 'users: meta.resource is no string',
    breaks: ['4.6#meta-resource', '2.1#meta-resource'],
    caughtBy: '4.6/meta-resource',
    make: answeredUser((_, json) => {
      json['meta'] = { resource: 1 }
    }),
  },
  {
    name: 'users: the URL stands among the fields',
    breaks: ['4.6#meta-resource'],
    caughtBy: '4.6/meta-resource',
    make: () =>
      answered('createUser', ({ meta, ...rest }) => ({
        ...rest,
        attributes: { ...attributesOf(rest), resource: isBag(meta) ? meta['resource'] : '' },
      })),
  },
  ...(
    [
      ['image', 'https://example.com/avatar.png'],
      ['image', null],
      ['servers_count', 0],
      ['subuser_of_count', 0],
    ] as const
  ).map(
    ([field, value]): Mutant => ({
      name: `users: a created user has ${field}, ${JSON.stringify(value)}`,
      breaks: ['4.6#no-nested-only'],
      caughtBy: '4.6/no-nested-only',
      shows: field,
      make: answeredUser((attributes) => {
        attributes[field] = value
      }),
    }),
  ),
  {
    name: 'users: a created user has relationships.servers',
    breaks: ['4.6#no-nested-only'],
    caughtBy: '4.6/no-nested-only',
    shows: 'servers',
    make: answeredUser((attributes) => {
      attributes['relationships'] = { ...relationshipsOf(attributes), servers: { object: 'list', data: [] } }
    }),
  },
  {
    name: 'users: every created user has the same id',
    breaks: ['4.6#distinct'],
    caughtBy: '4.6/distinct',
    shows: 'id',
    make: sameForAll('id'),
  },
  {
    name: 'users: every created user has the same uuid',
    breaks: ['4.6#distinct'],
    caughtBy: '4.6/distinct',
    shows: 'uuid',
    make: sameForAll('uuid'),
  },
]
