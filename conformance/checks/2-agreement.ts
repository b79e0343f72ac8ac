import {
  type Kind,
  linkOf,
  objectAt,
  type Relationship,
  rowOf,
  withArticle,
} from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { noneSeen, notNested } from '../judge/not-shown.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, nested, nestedItems } from '../judge/parts.ts'
import { isInOtherType } from '../judge/same.ts'
import { walk } from '../judge/walk.ts'
import { type CheckRow, failureIfDifferent } from './check.ts'

/** Two values of one resource that must be equal. */
interface Agreement {
  /** The path of the second value below the attributes. */
  readonly at: string
  readonly message: string
  readonly one: unknown
  readonly other: unknown
  /** The field that had the second value before if the response lags behind a write to it. */
  readonly written?: readonly [Kind, id: unknown, path: string] | false
}

interface AgreementCheck {
  readonly id: string
  readonly kind: Kind
  readonly title: string
  readonly ignored?: string
  /** The relationships of the kind that agree with a field of the table of resources; none by default. */
  readonly linked?: (relationship: Relationship) => boolean
  /** Other fields of the resources in lists that are linked, with their values. */
  readonly also?: (attributes: Attributes) => Attributes
  /** Agreements that are not in the table. */
  readonly more?: (attributes: Attributes) => readonly Agreement[]
  /** Another kind whose lists nest resources of this kind. */
  readonly within?: Kind
}

/** Checks that ids in a resource equal the ids of the resources nested in it. */
export const agreement: readonly CheckRow[] = [
  agreementCheck({
    id: '2.2/location-agrees',
    kind: 'node',
    title:
      'the `location_id` of a node is the id of its nested location, and of the one in which it is nested',
    linked: () => true,
    within: 'location',
  }),
  agreementCheck({
    id: '2.5/nested-agree',
    kind: 'egg',
    title: 'variables and servers that are nested in an egg are of that egg',
    linked: () => true,
  }),
  agreementCheck({
    id: '2.8/nested-agree',
    kind: 'server',
    title: 'the ids of a server are those of its nested resources',
    linked: ({ many }) => !many,
  }),
  agreementCheck({
    id: '2.8/allocations-agree',
    kind: 'server',
    title: 'the nested allocations are assigned to the server',
    ignored: 'allocations in which the server is null',
    linked: ({ many }) => many,
    also: (server) => ({ server_name: server['name'], assigned: true }),
  }),
  agreementCheck({
    id: '2.8/variables-agree',
    kind: 'server',
    title: 'the nested variables of a server are of its egg, with the values of its environment',
    ignored: 'values that are null, or empty for a default; variables that the environment does not name',
    more(server) {
      const environment = objectAt(server, 'container.environment')
      return nestedItems(server, 'variables').flatMap((variable, at): Agreement[] => {
        const { egg_id, env_variable, default_value, server_value: other } = variable
        const place = `relationships/variables/data/${at}/attributes`
        const name = String(env_variable)
        const value = Object.hasOwn(environment, name) ? environment[name] : undefined
        const one = isInOtherType(other, value) ? other : value
        const isValue = typeof other === 'string' && (other !== '' || one !== default_value)
        const message = 'A nested variable has another value than the environment.'
        const agreed: Agreement = {
          ...{ at: `${place}/server_value`, message, one, other },
          written: ['server', server['id'], `container.environment.${name}`],
        }
        return [
          {
            at: `${place}/egg_id`,
            message: 'A nested variable is of another egg than the server.',
            one: server['egg'],
            other: egg_id,
            written: ['server', server['id'], 'egg'],
          },
          ...(one !== undefined && isValue ? [agreed] : []),
        ]
      })
    },
  }),
]

/** The fields with the id of another resource that updates carry, by their names in bodies. */
const carried: Readonly<Record<string, string>> = { location_id: 'location_id', egg: 'egg_id' }

/** The agreements of the fields of a resource with its nested resources, or of their fields with its id. */
function linkedIn(
  kind: Kind,
  attributes: Attributes,
  linked: AgreementCheck['linked'],
  also: AgreementCheck['also'],
): Agreement[] {
  return Object.entries(rowOf(kind).relationships ?? {}).flatMap(([name, relationship]): Agreement[] => {
    const field = linked?.(relationship) && linkOf(kind, relationship)
    if (!field) return []
    const at = `relationships/${name}`
    if (relationship.many)
      return nestedItems(attributes, name).flatMap((inner, index) =>
        Object.entries({ [field]: attributes['id'], ...also?.(attributes) }).map(
          ([path, one]): Agreement => ({
            at: `${at}/data/${index}/attributes/${path}`,
            message: `A nested ${relationship.kind} has the \`${path}\` of another ${kind}, or of none.`,
            one,
            other: inner[path] ?? undefined,
            written: Object.hasOwn(carried, path) && [relationship.kind, inner['id'], path],
          }),
        ),
      )
    const inner = nested(attributes, name)
    const message = `The nested ${name} is not the one in \`${field}\`.`
    return inner && attributes[field] !== undefined
      ? [
          {
            ...{ at: `${at}/attributes/id`, message, one: attributes[field], other: inner['id'] },
            written: Object.hasOwn(carried, field) && [kind, attributes['id'], field],
          },
        ]
      : []
  })
}

/** The kind of the first relationship of a kind. */
const firstNested = (kind: Kind): Kind => Object.values(rowOf(kind).relationships ?? {})[0]?.kind ?? kind

function agreementCheck({ kind, linked, also, more, within, ...check }: AgreementCheck): CheckRow {
  const agreedIn = (exchange: Exchange) =>
    walk(exchange).found.flatMap(({ kind: shown, form, attributes, pointer }) => {
      if (shown !== kind && shown !== within) return []
      const all = [
        ...linkedIn(shown, attributes, linked, also),
        ...((shown === kind && more?.(attributes)) || []),
      ]
      return all.map((each) => ({ ...each, form, at: `${pointer}/attributes/${each.at}` }))
    })
  return {
    ...check,
    rule: {
      without: ({ exchange }, evidence) =>
        agreedIn(exchange).length > 0
          ? undefined
          : evidence.seen.found().some((found) => found.kind === kind)
            ? notNested(`every relationship of ${withArticle(kind)} is cut off`, firstNested(kind), evidence)
            : noneSeen(kind, evidence),
      *judge({ exchange, sent }, { seen }): Iterable<Failure> {
        for (const { at, form, message, one, other, written } of agreedIn(exchange)) {
          if (other === undefined) continue
          const failure = failureIfDifferent(exchange, at, one, other, message)
          if (!failure) continue
          const isSent = Object.values(carried).some((name) => sent[name] === other)
          // Only nested resources lag.
          const old = [...(form === 'nested' ? [one] : []), ...(isSent ? [] : [other])]
          const isOld = written && old.some((value) => seen.wasShown(exchange, written, value))
          yield isOld ? { ...failure, isOld } : failure
        }
      },
    },
  }
}
