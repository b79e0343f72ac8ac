import type { OperationId, Section } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { namedIn } from '../client/request-path.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import type { KindName } from '../judge/kinds.ts'
import { type Failure, ignoreUnjudged, NothingToJudge } from '../judge/outcome.ts'
import type { Attributes } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { type Session, sentFields } from '../judge/session.ts'
import type { Found } from '../judge/walk.ts'
import { type Check, inJson } from './check.ts'

interface OthersUnchanged {
  readonly section: Section
  readonly operation: OperationId
  readonly kind: Extract<KindName, 'node' | 'egg' | 'server'>
  /** Integers that the request carries, which bear no mark. */
  readonly numbers?: readonly string[]
  /** Requests whose responses show other resources of the kind, after the write. */
  readonly look: (fixtures: Fixtures) => Promise<unknown>
}

/** What the run writes to the second resource of a kind that the target names, such as `resources.otherNode`. */
export const otherMark = ({ mark }: Session): string => `${mark} other`

/** That a write changes no other resource of its kind than the one in the path. */
export function othersUnchanged({ section, operation, kind, numbers = [], look }: OthersUnchanged): Check {
  return {
    id: `${section}/others-unchanged`,
    section,
    clauses: [`${section}#path`],
    level: 'inferred',
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `a ${kind} that no response shows`,
    phase: 'rule',
    async run(fixtures) {
      const { session, seen } = fixtures
      fixtures.granted(await fixtures.plain(operation))
      await look(fixtures).catch(ignoreUnjudged)
      const { node, otherNode, egg, otherEgg, server, otherServer } = session.target.resources
      const [own, other] = {
        node: [node, otherNode],
        egg: [egg, otherEgg],
        server: [server?.id, otherServer?.id],
      }[kind]
      const others = seen.found(kind).filter(({ attributes: { id } }) => id !== own)
      if (others.length === 0) throw new NothingToJudge(`no response shows another ${kind}`)
      const isStray = (found: Found): boolean => {
        const { relationships: _, ...attributes } = found.attributes
        const text = inJson(attributes)
        return (
          text.includes(session.mark) && !(attributes['id'] === other && text.includes(otherMark(session)))
        )
      }
      const stray = others.find(isStray)
      if (!stray)
        return numbers.length > 0 ? copiedNumber(fixtures, operation, kind, numbers, own) : undefined
      return {
        message: `A write to the ${kind} in the path changed another ${kind}.`,
        expected: `nothing that the run wrote, in the ${kind} ${inJson(stray.attributes['id'])}`,
        actual: `a text with "${session.mark}"`,
        pointer: stray.pointer,
        exchange: stray.exchange,
      }
    },
  }
}

/** Another resource, in which two integers or more have become those that the run sent to the one in the path. */
function copiedNumber(
  { session, seen }: Fixtures,
  operation: OperationId,
  kind: KindName,
  numbers: readonly string[],
  own: number | undefined,
): Failure | undefined {
  const shown = new Map<Exchange, Found[]>()
  for (const found of seen.found(kind))
    shown.set(found.exchange, [...(shown.get(found.exchange) ?? []), found])
  const before = new Map<unknown, Attributes>()
  const written = new Set<unknown>([own])
  let sent: Attributes = {}
  for (const exchange of session.exchanges) {
    if (exchange.ask.operation === operation && wasGranted(exchange)) {
      const named = namedIn(exchange.ask.path, `${kind}s`)
      if (named === own) sent = sentFields(exchange)
      else written.add(named)
    }
    for (const { attributes, pointer } of shown.get(exchange) ?? []) {
      const first = before.get(attributes['id'])
      if (!first) before.set(attributes['id'], attributes)
      if (!first || written.has(attributes['id'])) continue
      const copied = numbers.filter(
        (field) =>
          attributes[field] !== undefined &&
          attributes[field] === sent[field] &&
          attributes[field] !== first[field],
      )
      const [field] = copied
      // One number alone can be a coincidence.
      if (field === undefined || copied.length < 2) continue
      return {
        message: `A write to the ${kind} in the path changed another ${kind}.`,
        expected: `${inJson(first[field])}, as before, in the ${kind} ${inJson(attributes['id'])}`,
        actual: `${inJson(attributes[field])}, as was sent to the ${kind} ${inJson(own)}`,
        pointer: `${pointer}/attributes/${field}`,
        exchange,
      }
    }
  }
  return undefined
}
