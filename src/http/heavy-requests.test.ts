import { describe, expect, it } from 'vitest'
import exampleEgg from '../eggs/example-egg.json' with { type: 'json' }
import { type Ask, type Reply, type Service, startService, upload } from '../testing/service.ts'
import { mostCharacters } from './data-limits.ts'

const [egg, startup] = ['/api/admin/eggs/1/import', '/api/admin/servers/1/startup']

const list = <T>(length: number, item: (nth: number) => T): T[] =>
  Array.from({ length }, (_, nth) => item(nth))

const names = (count: number) => Object.fromEntries(list(count, (nth) => [`NAME_${nth}`, 1]))

const variable = (env_variable: string, rules: string) => ({
  ...{ name: env_variable, description: '', env_variable, default_value: '', rules },
  ...{ user_viewable: true, user_editable: true },
})

const withVariables = (...variables: object[]): Ask => ({
  body: upload(JSON.stringify({ ...exampleEgg, variables })),
})

interface Attack {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly ask?: Ask
  readonly gaps?: Readonly<Record<string, string>>
  /** An earlier import. */
  readonly variables?: readonly object[]
  /** Part of the sentence of the refusal. */
  readonly says: string
}

const attacks: readonly Attack[] = [
  {
    what: 'an egg with a variable of 20,000 rules',
    ...{ method: 'POST', path: egg, ask: withVariables(variable('MANY', 'alpha|'.repeat(20_000))) },
    says: "The file's `variables.0.rules` must have at most 10000 characters.",
  },
  {
    what: 'an egg with a variable of 101 rules',
    ...{
      method: 'POST',
      path: egg,
      ask: withVariables(variable('MANY', list(101, () => 'alpha').join('|'))),
    },
    says: "The file's `variables.0.rules` must have at most 100 rules.",
  },
  {
    what: 'an egg with 201 variables',
    ...{ method: 'POST', path: egg, ask: withVariables(...list(201, (nth) => variable(`NAME_${nth}`, ''))) },
    says: "The file's `variables` must have at most 200 variables.",
  },
  {
    what: 'a value of 300 kB',
    variables: [variable('LONG', 'alpha')],
    ...{ method: 'PUT', path: startup, ask: { json: { environment: { LONG: 'a'.repeat(300_000) } } } },
    says: 'The `environment.LONG` must have at most 64000 characters.',
  },
  {
    what: 'long values with many rules each',
    variables: list(10, (nth) => variable(`LONG_${nth}`, 'alpha|'.repeat(99))),
    ...{ method: 'PUT', path: startup },
    ask: {
      json: { environment: Object.fromEntries(list(10, (nth) => [`LONG_${nth}`, 'a'.repeat(60_000)])) },
    },
    says: 'must be checked in another request: the rules of the values in this one take too long.',
  },
  {
    what: '60,000 names that are no variables',
    variables: list(200, (nth) => variable(`VARIABLE_${nth}`, '')),
    gaps: { 'startup.unknown-variables': 'refuse' },
    ...{ method: 'PUT', path: startup, ask: { json: { environment: names(60_000) } } },
    says: 'VARIABLE_29 and 170 more.',
  },
  {
    what: 'a name of 900,000 dots',
    ...{ method: 'PUT', path: startup, ask: { json: { environment: { ['.'.repeat(900_000)]: {} } } } },
    says: 'must be a string, a number, true, false or null.',
  },
  {
    what: 'more than 1,000 tags',
    gaps: { 'tags.unknown': 'create' },
    ...{ method: 'PUT', path: '/api/admin/nodes/1/tags', ask: { json: { tags: list(1_001, String) } } },
    says: 'The `tags` must be a list of at most 1000 items.',
  },
  {
    what: 'a filter with 4,000 alternatives',
    ...{ gaps: { 'operations.beyond': 'companions' }, method: 'GET' },
    path: `/api/application/servers?filter[name]=${list(4_000, () => 'z').join()}`,
    says: 'The `filter[name]` must have at most 100 alternatives.',
  },
]

async function sent(service: Service, { method, path, ask }: Attack): Promise<Reply & { took: number }> {
  const started = performance.now()
  const reply = await service.ask(method, path, { token: service.root, ...ask })
  return { ...reply, took: performance.now() - started }
}

describe('a request that would take much time is refused soon and changes nothing:', () => {
  it.each(attacks)('$what', async (attack) => {
    const service = await startService({ gaps: attack.gaps ?? {} })
    if (attack.variables) {
      const imported = withVariables(...attack.variables)
      expect((await service.ask('POST', egg, { token: service.root, ...imported })).status).toBe(200)
    }
    const before = service.info().checksum
    const { status, text, took } = await sent(service, attack)
    expect(status).toBe(422)
    expect(JSON.parse(text).errors[0].detail).toContain(attack.says)
    expect(service.info().checksum).toBe(before)
    // Only a guard against minutes: the machine may be busy.
    expect(took).toBeLessThan(20_000)
  })

  it('a repeated filter counts once, and a repeated order too', async () => {
    const service = await startService({ gaps: { 'operations.beyond': 'companions' } })
    const ask = (query: string) =>
      service.ask('GET', `/api/application/servers?${query}`, { token: service.root })
    const repeated = list(300, () => 'filter[name]=nothing').join('&')
    const { total } = (await ask('')).json.meta.pagination
    expect((await ask(`${repeated}&filter[name]=`)).json.meta.pagination.total).toBe(total)
    expect((await ask(`sort=${list(2_000, () => '-id').join()}`)).json.data[0].attributes.id).toBe(total)
  })
})

describe('a request that would make data too large is refused with 413 and changes nothing:', () => {
  const value = 'a'.repeat(60_000)
  const fill = (service: Service, nth: number) =>
    service.ask('PUT', startup, { token: service.root, json: { environment: { [`NAME_${nth}`]: value } } })

  it('a row that grows with each request', async () => {
    const service = await startService()
    const variables = withVariables(...list(20, (nth) => variable(`NAME_${nth}`, '')))
    await service.ask('POST', egg, { token: service.root, ...variables })
    const most = Math.floor(mostCharacters.row / value.length)
    for (const nth of list(most, Number)) expect((await fill(service, nth)).status).toBe(200)
    const before = service.info().checksum
    const refused = await fill(service, most)
    expect(refused.status).toBe(413)
    expect(refused.json.errors[0].detail).toMatch(
      /^A row of servers would have \d+ characters as JSON; it may have 500000\.$/,
    )
    expect(service.info().checksum).toBe(before)
    expect((await fill(service, 0)).status).toBe(200)
  })

  it('a request that adds many rows', async () => {
    const service = await startService({ gaps: { 'tags.unknown': 'create' } })
    const before = service.info().checksum
    const many = (letter: string) => list(1_000, (nth) => `${letter}${nth}`.padEnd(191, '-'))
    const json = { tags: many('a'), tag_ids: many('b') }
    const refused = await service.ask('PUT', '/api/admin/nodes/1/tags', { token: service.root, json })
    expect(refused.status).toBe(413)
    expect(refused.json.errors[0].detail).toMatch(
      /^The request would add \d+ characters of data; it may add 1000000\.$/,
    )
    expect(service.info().checksum).toBe(before)
  })
})
