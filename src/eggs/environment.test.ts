import { describe, expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { GapSettings, type ReadGap } from '../gaps/gap-settings.ts'
import type { EggVariableRow, ServerRow } from '../store/rows.ts'
import { nextEnvironment, type SentEnvironment } from './environment.ts'

const { tables } = makeWorld({ seed: 'environment', scenario: 'demo', scale: 1 })
const someServer = tables.servers.must(1)
const someVariable = tables.variables.must(1)

const running = (environment: ServerRow['environment']): ServerRow => ({ ...someServer, environment })

const variable = (env_variable: string, rules: string): EggVariableRow => ({
  ...someVariable,
  env_variable,
  rules,
  default_value: 'the default',
})

const name = variable('NAME', 'required|string|max:5')
const players = variable('PLAYERS', 'nullable|integer|between:1,64')
const motd = variable('MOTD', 'string')
const flag = variable('FLAG', 'boolean')
const variables = [name, players, motd, flag]

const literal = new GapSettings().gap
const clearing = new GapSettings().set('startup.missing-variables', 'clear').gap
const refusing = new GapSettings().set('startup.unknown-variables', 'refuse').gap

interface Update {
  readonly has?: ServerRow['environment']
  readonly sent?: SentEnvironment
  readonly isNewEgg?: boolean
  readonly gap?: ReadGap
  readonly of?: readonly EggVariableRow[]
}

const change = ({ has = {}, sent, isNewEgg = false, gap = literal, of = variables }: Update) =>
  nextEnvironment({ server: running(has), variables: of, isNewEgg, sent, field: 'environment', gap })

/** The environment after an update that is not refused. */
function updated(update: Update): ServerRow['environment'] {
  const { environment, broken } = change(update)
  expect(broken).toEqual([])
  return environment
}

/** The values that an update is refused for. */
const refused = (update: Update) => change(update).broken

const has = { NAME: 'one', PLAYERS: '8', GONE: 'x' }

describe('the environment after an update', () => {
  it.each<[what: string, update: Update, environment: ServerRow['environment']]>([
    ['is unchanged if none is sent', { has }, has],
    ['is unchanged if an empty one is sent', { has, sent: {} }, has],
    ['has sent values instead of previous ones', { has, sent: { PLAYERS: '9' } }, { ...has, PLAYERS: '9' }],
    ['has sent values without previous ones', { sent: { NAME: 'two' } }, { NAME: 'two' }],
    ['accepts an empty value', { has, sent: { PLAYERS: '' } }, { ...has, PLAYERS: '' }],
    ['has an empty value for null', { has, sent: { PLAYERS: null } }, { ...has, PLAYERS: '' }],
    ['has a string for a number', { has, sent: { PLAYERS: 64 } }, { ...has, PLAYERS: '64' }],
    ['has a string for zero', { sent: { MOTD: 0 } }, { MOTD: '0' }],
    ['has 1 for true', { sent: { FLAG: true } }, { FLAG: '1' }],
    ['has 0 for false', { sent: { FLAG: false } }, { FLAG: '0' }],
    [
      'omits names that are not variables of the egg',
      { has, sent: { NAME: 'two', ODD: 'y' } },
      { ...has, NAME: 'two' },
    ],
    ['omits names of Object.prototype properties', { sent: { constructor: 'x', toString: 'y' } }, {}],
    [
      'keeps previous values without checking them',
      { has: { NAME: 'much too long' }, sent: { MOTD: 'hi' } },
      { NAME: 'much too long', MOTD: 'hi' },
    ],
    [
      'accepts a variable with the name of an Object.prototype property',
      {
        sent: JSON.parse('{"__proto__":"x","constructor":"y"}'),
        of: [variable('__proto__', 'string'), variable('constructor', 'string')],
      },
      JSON.parse('{"__proto__":"x","constructor":"y"}'),
    ],
  ])('%s', (_, update, environment) => {
    expect(Object.entries(updated(update)).sort()).toEqual(Object.entries(environment).sort())
  })

  it('leaves the environment before the update unchanged', () => {
    const before = { NAME: 'one' }
    updated({ has: before, sent: { NAME: 'two' } })
    expect(before).toEqual({ NAME: 'one' })
  })
})

describe('the environment with a new egg', () => {
  it.each<[what: string, update: Update, environment: ServerRow['environment']]>([
    ['keeps the values of its variables', { has }, { NAME: 'one', PLAYERS: '8' }],
    [
      'keeps invalid values if the gap says so',
      { has: { NAME: 'one', PLAYERS: '99' }, gap: new GapSettings().set('startup.rules', 'accept').gap },
      { NAME: 'one', PLAYERS: '99' },
    ],
    ['drops invalid values', { has: { NAME: 'one', PLAYERS: '99' } }, { NAME: 'one' }],
    ['drops an empty required value', { has: { NAME: '', PLAYERS: '' } }, { PLAYERS: '' }],
    ['is empty if the previous one was empty', {}, {}],
    ['is empty if the egg has no variables', { has, of: [] }, {}],
    ['has sent values instead of kept ones', { has, sent: { PLAYERS: '9' } }, { NAME: 'one', PLAYERS: '9' }],
    [
      'has sent values instead of dropped ones',
      { has: { PLAYERS: '99' }, sent: { PLAYERS: 9 } },
      { PLAYERS: '9' },
    ],
    [
      'has no values that were not set',
      { of: [variable('__proto__', 'string'), variable('constructor', 'string')] },
      {},
    ],
  ])('%s', (_, update, environment) => {
    expect(updated({ ...update, isNewEgg: true })).toEqual(environment)
  })
})

describe('a value that is sent', () => {
  it.each<[what: string, sent: SentEnvironment, ...fields: ReturnType<typeof refused>[number][]]>([
    [
      'too long',
      { NAME: 'much too long' },
      {
        field: 'environment.NAME',
        rule: 'max',
        detail: 'The `environment.NAME` must have at most 5 characters.',
      },
    ],
    [
      'empty, although it is required',
      { NAME: null },
      { field: 'environment.NAME', rule: 'required', detail: 'The `environment.NAME` must have a value.' },
    ],
    [
      'two invalid values',
      { PLAYERS: 'many', MOTD: 'fine', FLAG: 2 },
      {
        field: 'environment.PLAYERS',
        rule: 'integer',
        detail: 'The `environment.PLAYERS` must be an integer.',
      },
      { field: 'environment.FLAG', rule: 'boolean', detail: 'The `environment.FLAG` must be 0 or 1.' },
    ],
  ])('is refused by the rules of its variable: %s', (_, sent, ...fields) => {
    expect(refused({ has, sent })).toEqual(fields)
    expect(refused({ has, sent, isNewEgg: true })).toEqual(fields)
  })

  it('is reported under the name of the environment in the request', () => {
    const question = { server: running({}), variables, isNewEgg: false, sent: { NAME: '' }, gap: literal }
    const [wrong] = nextEnvironment({ ...question, field: 'variables' }).broken
    expect(wrong?.detail).toBe('The `variables.NAME` must have a value.')
  })

  it('is refused if no variable has its name, if the gap says so', () => {
    expect(refused({ sent: { NAME: 'two', ODD: 'x' }, gap: refusing })).toEqual([
      {
        field: 'environment.ODD',
        rule: 'exists',
        detail: 'The `environment.ODD` must be a variable of the egg; the egg has NAME, PLAYERS, MOTD, FLAG.',
      },
    ])
  })

  it('is refused by an egg without variables, if the gap says so', () => {
    const [error] = refused({ sent: { ODD: 'x' }, of: [], gap: refusing })
    expect(error?.detail).toBe('The `environment.ODD` must be a variable of the egg; the egg has none.')
  })

  it('is refused in a short sentence, however long the names of the variables are', () => {
    const long = Array.from({ length: 40 }, (_, at) => variable(`N${at}${'x'.repeat(10_000)}`, 'string'))
    const [error] = refused({ sent: { ODD: 'x' }, of: long, gap: refusing })
    expect(error?.detail).toMatch(/has N0x{78}, N1x{78}, .* and 10 more\.$/)
    expect(error?.detail.length).toBeLessThan(3_000)
  })

  it('is refused if its pattern runs too long, and so are the values after it', () => {
    const slow = ['A', 'B', 'C'].map((env) => variable(env, 'regex:/^(a+)+$/'))
    const bait = `${'a'.repeat(45)}!`
    const errors = refused({ sent: { A: bait, B: bait, C: bait }, of: slow })
    expect(errors.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'environment.A regex',
      'environment.B regex',
      'environment.C regex',
    ])
  })
})

describe('a variable that a sent environment omits', () => {
  it('becomes empty if the gap says so', () => {
    expect(updated({ has, sent: { NAME: 'two' }, gap: clearing })).toEqual({
      NAME: 'two',
      PLAYERS: '',
      MOTD: '',
      FLAG: '',
      GONE: 'x',
    })
  })

  it('is refused if it is required, if the gap says so', () => {
    expect(refused({ has, sent: { PLAYERS: '9' }, gap: clearing })).toEqual([
      { field: 'environment.NAME', rule: 'required', detail: 'The `environment.NAME` must have a value.' },
    ])
  })

  it('is unchanged if no environment is sent', () => {
    expect(updated({ has, gap: clearing })).toEqual(has)
  })
})

describe('the gaps', () => {
  it.each<[what: string, update: Update, read: string[]]>([
    ['none if nothing is sent', { has }, []],
    ['none if all variables are sent and known', { sent: { NAME: 'a', PLAYERS: 1, MOTD: '', FLAG: 1 } }, []],
    ['the gap of missing variables', { sent: { NAME: 'a' } }, ['startup.missing-variables']],
    [
      'the gap of unknown variables',
      { sent: { NAME: 'a', PLAYERS: 1, MOTD: '', FLAG: 1, ODD: '' } },
      ['startup.unknown-variables'],
    ],
  ])('are named only where they affect the response: %s', (_, update, read) => {
    const asked = new Set<string>()
    const gap: ReadGap = (id) => {
      asked.add(id)
      return literal(id)
    }
    updated({ ...update, gap })
    expect([...asked]).toEqual(read)
  })
})
