import { expect, it } from 'vitest'
import type { Exchange } from '../client/client.ts'
import type { Session } from '../judge/session.ts'
import { Random } from '../steps/random.ts'
import type { Call } from '../steps/step.ts'
import type { Target } from '../target/target.ts'
import { Bodies } from './bodies.ts'
import { Decks } from './deck.ts'
import { Learned } from './learned.ts'
import type { Site, Tables } from './tables.ts'

const tables = { sites: [], environment: 'environment', variable: 'MARK' } as unknown as Tables

const target = { resources: { otherServer: { id: 2, uuid: '2' } } } as unknown as Target

const other: Site = { operation: 'updateServerStartup', subject: 'otherServer', names: [2], tokens: [] }

const call: Call = {
  ...{ operation: 'updateServerStartup', subject: 'server', named: 1, credential: 'rootClient' },
  fields: { startup: './run', egg_id: 1 },
  pins: { environment: { MARK: 'a value', OWN: 'pinned' }, skip_scripts: true },
  variable: 'MARK',
}

/** A response that shows the egg and the environment of the other server. */
const shown = (environment: object): Exchange => {
  const json = { object: 'server', attributes: { id: 2, egg: 1, container: { environment } } }
  return { ask: call, reply: { status: 200, json, text: JSON.stringify(json) } } as unknown as Exchange
}

/** The bodies of a run that has seen the other server with an environment. */
function bodiesAfter(environment: object): Bodies {
  const random = new Random('twins')
  const learned = new Learned(target, tables)
  learned.note([{ at: 0, call: { ...call, subject: 'otherServer' }, exchange: shown(environment) }])
  const session = { isPinned: () => false, target } as unknown as Session
  return new Bodies(tables, session, random, learned, new Decks(random))
}

it.each([
  ['without a variable that the other server may lack', { OWN: '' }, { OWN: 'pinned' }, undefined],
  ['with one that it has', { MARK: '' }, { MARK: 'a value', OWN: 'pinned' }, 'MARK'],
])('a write is repeated for the other server %s', (_, environment, sent, variable) => {
  const { subject, fields, pins, variable: own } = bodiesAfter(environment).twin(call, other)
  expect({ subject, fields, pins, own }).toEqual({
    ...{ subject: 'otherServer', fields: { startup: './run' }, own: variable },
    pins: { environment: sent, skip_scripts: true },
  })
})

it.each([
  ['has', 1, ['egg_id', 'variable']],
  ['had before another client changed it', 8, ['egg_id']],
])(
  'a body with the egg that the other server %s has the values of the egg in the response',
  (_, egg_id, fields) => {
    const bodies = bodiesAfter({ MARK: '' })
    const site: Site = { ...other, fields: { egg_id } }
    expect(bodies.fieldsOf(site)).toEqual(fields)
    expect(bodies.write(site, 'egg_id', 'odd').fields).toEqual({ egg_id: 1 })
  },
)

it('users have names and addresses of many forms, and a repeated user has the same form', () => {
  const bodies = bodiesAfter({})
  const fields = { email: 'nb1@example.com', username: 'nb1', first_name: 'A', last_name: 'B' }
  const users: Site = {
    operation: 'createUser',
    subject: 'users',
    names: [''],
    tokens: ['rootClient'],
    fields,
  }
  const forms = new Set<string>()
  const names = new Set<unknown>()
  const addressees = new Set<unknown>()
  const withoutNumbers = (value: unknown) => JSON.stringify(value).replaceAll(/\d+\}\}|mail\./g, '')
  for (let at = 0; at < 20; at += 1) {
    const { fields: own = {} } = bodies.write(users, 'whole', 'plain')
    bodies.people.next()
    const another = bodies.people.another(own)
    expect(withoutNumbers(another)).toBe(withoutNumbers(own))
    for (const { email } of [own, another]) {
      names.add(email)
      addressees.add(String(email).split('@')[0])
    }
    forms.add(withoutNumbers(own['username']))
  }
  expect(forms.size).toBe(6)
  expect(names.size).toBe(40)
  // Some differ only in the domain.
  expect(addressees.size).toBeLessThan(40)
})
