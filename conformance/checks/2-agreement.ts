import { type Kind, type Section, withArticle } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, nested, nestedItems } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { ruleCheck } from '../judge/rule.ts'
import { isSame } from '../judge/same.ts'
import { type Found, walk } from '../judge/walk.ts'
import { type Check, inJson } from './check.ts'

/** Two values of one resource that must be equal. */
interface Agreement {
  /** The path of the second value below the attributes. */
  readonly at: string
  readonly message: string
  readonly one: unknown
  readonly other: unknown
}

interface AgreementCheck {
  readonly id: string
  readonly section: Section
  readonly clause: string
  readonly kind: Kind
  readonly title: string
  readonly ignored?: string
  readonly agreements: (attributes: Attributes) => readonly Agreement[]
  /** Agreements within resources of another kind that nest resources of this kind. */
  readonly within?: readonly [kind: Kind, agreements: AgreementCheck['agreements']]
}

/** Checks that ids in a resource equal the ids of the resources nested in it. */
export const agreement: readonly Check[] = [
  agreementCheck({
    id: '2.2/location-agrees',
    section: '2.2',
    clause: '2.2#location-agrees',
    kind: 'node',
    title:
      'the `location_id` of a node is the id of its nested location, and of the one in which it is nested',
    agreements: (node) => oneNested(node, 'location', node['location_id'], '`location_id`'),
    within: [
      'location',
      (location) => manyNested(location, 'nodes', 'location_id', 'A nested node is in another location.'),
    ],
  }),
  agreementCheck({
    id: '2.5/nested-agree',
    section: '2.5',
    clause: '2.5#nested-agree',
    kind: 'egg',
    title: 'variables and servers that are nested in an egg are of that egg',
    agreements: (egg) => [
      ...manyNested(egg, 'variables', 'egg_id', 'A nested variable is of another egg.'),
      ...manyNested(egg, 'servers', 'egg', 'A nested server has another egg.'),
    ],
  }),
  agreementCheck({
    id: '2.8/nested-agree',
    section: '2.8',
    clause: '2.8#nested-agree',
    kind: 'server',
    title: 'the ids of a server are those of its nested resources',
    agreements: (server) =>
      ['user', 'node', 'allocation', 'egg'].flatMap((name) =>
        oneNested(server, name, server[name], `\`${name}\``),
      ),
  }),
  agreementCheck({
    id: '2.8/allocations-agree',
    section: '2.8',
    clause: '2.8#allocations-agree',
    kind: 'server',
    title: 'the nested allocations are assigned to the server',
    ignored: 'allocations in which the server is null',
    agreements(server) {
      const due = { server_id: server['id'], server_name: server['name'], assigned: true }
      return nestedItems(server, 'allocations').flatMap((allocation, at) =>
        Object.entries(due)
          .filter(([field]) => allocation[field] !== null && allocation[field] !== undefined)
          .map(([field, one]) => ({
            at: `relationships/allocations/data/${at}/attributes/${field}`,
            message: `A nested allocation has the \`${field}\` of another server, or of none.`,
            one,
            other: allocation[field],
          })),
      )
    },
  }),
  agreementCheck({
    id: '2.8/variables-agree',
    section: '2.8',
    clause: '2.8#variables-agree',
    kind: 'server',
    title: 'the nested variables of a server are of its egg, with the values of its environment',
    ignored: 'values that are null, and variables that the environment does not name',
    agreements(server) {
      const { container } = server
      const environment = isObject(container) ? container['environment'] : undefined
      return nestedItems(server, 'variables').flatMap(({ egg_id, env_variable, server_value }, at) => {
        const place = `relationships/variables/data/${at}/attributes`
        const named = String(env_variable)
        const isNamed = isObject(environment) && Object.hasOwn(environment, named)
        const message = 'A nested variable has another value than the environment.'
        return [
          {
            at: `${place}/egg_id`,
            message: 'A nested variable is of another egg than the server.',
            one: server['egg'],
            other: egg_id,
          },
          ...(isNamed && typeof server_value === 'string'
            ? [{ at: `${place}/server_value`, message, one: environment[named], other: server_value }]
            : []),
        ]
      })
    },
  }),
]

function oneNested(attributes: Attributes, name: string, id: unknown, field: string): Agreement[] {
  const inner = nested(attributes, name)
  if (!inner || id === undefined) return []
  const message = `The nested ${name} is another than the one in ${field}.`
  return [{ at: `relationships/${name}/attributes/id`, message, one: id, other: inner['id'] }]
}

const manyNested = (attributes: Attributes, name: string, field: string, message: string): Agreement[] =>
  nestedItems(attributes, name).map((inner, at) => ({
    at: `relationships/${name}/data/${at}/attributes/${field}`,
    message,
    one: attributes['id'],
    other: inner[field],
  }))

function agreementCheck({ clause, kind, agreements, within, ...check }: AgreementCheck): Check {
  const sources = [[kind, agreements] as const, ...(within ? [within] : [])]
  const agreedIn = (exchange: Exchange) =>
    walk(exchange).found.flatMap((found) =>
      sources.flatMap(([each, agreed]) =>
        each === found.kind ? agreed(found.attributes).map((value) => ({ found, value })) : [],
      ),
    )
  return ruleCheck({
    ...check,
    clauses: [clause],
    level: 'inferred',
    without: ({ exchange }) =>
      agreedIn(exchange).length > 0 ? undefined : `every relationship of ${withArticle(kind)} is cut off`,
    *judge({ exchange }): Iterable<Failure> {
      for (const { found, value } of agreedIn(exchange)) yield* disagreement(found, value)
    },
  })
}

function disagreement({ pointer, exchange }: Found, { at, message, one, other }: Agreement): Failure[] {
  if (other === undefined || isSame('id', one, other)) return []
  return [
    {
      message,
      expected: inJson(one),
      actual: inJson(other),
      pointer: `${pointer}/attributes/${at}`,
      exchange,
    },
  ]
}
