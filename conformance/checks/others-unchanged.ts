import { type Kind, type OperationId, operations } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Attributes, imagesOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { asImageTag } from '../judge/sent-values.ts'
import type { Found } from '../judge/walk.ts'
import { type CheckRow, inJson } from './check.ts'
import { logCheck } from './log-check.ts'

interface OthersUnchanged {
  readonly operation: OperationId
  readonly kind: Extract<Kind, 'node' | 'egg' | 'server'>
  /** Requests that write, and whose responses show other resources of the kind; a server may refuse them. */
  readonly scenes: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
}

/** The attributes of a server without the values of eggs in it: an import may change the servers of the egg. */
function withoutEgg(attributes: Attributes, valuesOfEggs: ReadonlySet<unknown>): Attributes {
  const { container } = attributes
  if (!isObject(container)) return attributes
  const own = Object.entries(container).filter(([, value]) => !valuesOfEggs.has(value))
  return { ...attributes, container: Object.fromEntries(own) }
}

/** The startup commands and images of eggs. */
const valuesOf = (eggs: readonly Found[]): ReadonlySet<unknown> =>
  new Set(eggs.flatMap(({ attributes }) => [attributes['startup'], ...imagesOf(attributes)]))

/** A check that a write changes only the resource in the path, and no other resource of its kind. */
export function othersUnchanged({ operation, kind, scenes }: OthersUnchanged): CheckRow {
  const { section } = operations[operation]
  return logCheck({
    id: `${section}/others-unchanged`,
    clauses: [`${section}#path`],
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `a ${kind} that no response shows`,
    phase: 'after',
    on: operation,
    scenes,
    trace({ session, seen }) {
      const { node, otherNode, egg, otherEgg, server, otherServer } = session.target.resources
      const [own, other] = {
        node: [node, otherNode],
        egg: [egg, otherEgg],
        server: [server?.id, otherServer?.id],
      }[kind]
      const others = seen.found(kind).filter(({ attributes: { id } }) => id !== own)
      if (others.length === 0) return { skip: `no response shows another ${kind}`, isMoot: true }
      const valuesOfEggs = valuesOf(seen.found('egg'))
      const isStray = (found: Found): boolean => {
        const { relationships: _, ...attributes } = found.attributes
        const text = inJson(withoutEgg(attributes, valuesOfEggs))
        // Texts that the run wrote to the other resource with a request for that resource are ignored.
        const own = attributes['id'] === other ? text.replaceAll(session.otherMark, '') : text
        return (
          own.includes(session.mark) ||
          (attributes['id'] !== other && own.includes(`:${asImageTag(session.mark)}`))
        )
      }
      const stray = others.find(isStray)
      if (!stray) return undefined
      return {
        message: `A write to the ${kind} in the path changed another ${kind}.`,
        expected: `nothing that the run wrote, in the ${kind} ${inJson(stray.attributes['id'])}`,
        actual: `a text with "${session.mark}"`,
        pointer: stray.pointer,
        exchange: stray.exchange,
      }
    },
  })
}
