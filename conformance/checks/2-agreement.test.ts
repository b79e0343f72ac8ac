import { expect, it } from 'vitest'
import {
  type Kind,
  kinds,
  linkOf,
  type OperationId,
  operations,
  type Relationship,
  rowOf,
} from '../../src/contract/index.ts'
import { partsOf } from '../judge/parts.ts'
import type { Target } from '../target/target.ts'
import { agreement } from './2-agreement.ts'

const relationshipsOf = (kind: Kind): [name: string, Relationship][] =>
  Object.entries(rowOf(kind).relationships ?? {})

/** The links that the table of resources declares: relationships with a field that must agree. */
const links = kinds.flatMap((kind) =>
  relationshipsOf(kind).flatMap(([name, relationship]) => {
    const field = linkOf(kind, relationship)
    return field === undefined ? [] : [{ kind, name, field, relationship }]
  }),
)

const envelope = (kind: Kind, id: number, fields: object): object => ({
  object: kind,
  attributes: { id, ...fields },
})

const nest = (name: string, inner: object, many: boolean): object => ({
  relationships: { [name]: many ? { object: 'list', data: [inner] } : inner },
})

/** The operation whose response is one resource of a kind. */
const operationOf = (kind: Kind): OperationId | undefined =>
  Object.values(operations).find(({ response }) => response.envelope === 'single' && response.kind === kind)
    ?.id

/** The failures in a response to an operation. @param isOld whether a value was shown before */
function failuresIn(operation: OperationId, json: object, isOld: (value: unknown) => boolean = () => false) {
  const exchange = {
    ask: { operation, method: 'GET', path: '/', credential: 'rootClient', token: 'rootClient' } as const,
    reply: { status: 200, headers: {}, text: '', json },
    failure: undefined,
    milliseconds: 1,
  }
  const seen = { wasShown: (_: unknown, __: unknown, value: unknown) => isOld(value) }
  // The rules about agreement do not read the target.
  const context = { target: {} as Target, seen, form: 'loose' as const }
  return agreement.flatMap(({ rule }) => [...(rule?.judge(partsOf(exchange), context) ?? [])])
}

/** The failures in a response with a resource, at its top or nested in the first kind that can nest it. */
function failuresWith(kind: Kind, resource: object): string[] {
  const own = operationOf(kind)
  const nesting = kinds.flatMap((outer) =>
    relationshipsOf(outer).flatMap(([name, relation]) =>
      relation.kind === kind && operationOf(outer) ? [{ outer, name, many: relation.many }] : [],
    ),
  )[0]
  const outer = own ? undefined : nesting
  const operation = own ?? (outer && operationOf(outer.outer))
  if (!operation) throw new Error(`no response has ${kind}`)
  const json = outer ? envelope(outer.outer, 1, nest(outer.name, resource, outer.many)) : resource
  return failuresIn(operation, json).map(({ message }) => message)
}

it.each(links)(
  'conformance/checks/2-agreement.ts compares `$field` where $kind nests $name',
  ({ kind, name, field, relationship: { kind: inner, many } }) => {
    const resource = (id: number) =>
      many
        ? envelope(kind, 1, nest(name, envelope(inner, 2, { [field]: id }), true))
        : envelope(kind, 1, { [field]: 2, ...nest(name, envelope(inner, id, {}), false) })
    const words = many ? `the \`${field}\` of another ${kind}` : `is not the one in \`${field}\``
    expect(failuresWith(kind, resource(3))).toContainEqual(expect.stringContaining(words))
    expect(failuresWith(kind, resource(many ? 1 : 2)).filter((text) => text.includes(words))).toEqual([])
  },
)

const variableOf = (value: string): object =>
  envelope('server_variable', 5, { egg_id: 1, env_variable: 'A', server_value: value })

const serverWith = (shown: unknown, nested: string): object =>
  envelope('server', 2, {
    egg: 1,
    container: { environment: { A: shown } },
    ...nest('variables', variableOf(nested), true),
  })

it.each<[what: string, operation: OperationId, json: object, old: unknown, isOld: boolean]>([
  [
    'a nested server that has the egg from before',
    'importEgg',
    envelope('egg', 1, nest('servers', envelope('server', 2, { egg: 7 }), true)),
    ...([7, true] as const),
  ],
  [
    'a nested server that has the environment from before',
    'importEgg',
    envelope('egg', 1, nest('servers', serverWith('before', 'now'), true)),
    ...(['before', true] as const),
  ],
  [
    'a nested variable that has the value from before',
    'updateServerStartup',
    serverWith('now', 'before'),
    ...(['before', true] as const),
  ],
  [
    'a server that has the environment from before',
    'updateServerStartup',
    serverWith('before', 'now'),
    ...(['before', false] as const),
  ],
])('the disagreement of %s: whether it may be a lag', (_, operation, json, old, isOld) => {
  const failures = failuresIn(operation, json, (value) => value === old)
  expect(failures.map((failure) => failure.isOld ?? false)).toEqual([isOld])
})

it.each<[what: string, shown: unknown, nested: string, count: number]>([
  ['a number that the nested variable has as text', 73, '73', 0],
  ['a number that the nested variable has with zeros in front', 7, '007', 0],
  ['a boolean that the nested variable has as text', true, 'true', 0],
  ['another number than the nested variable', 73, '74', 1],
])('an environment with %s', (_, shown, nested, count) => {
  expect(failuresIn('updateServerStartup', serverWith(shown, nested))).toHaveLength(count)
})
