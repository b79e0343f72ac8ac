import type { Kind, OperationId, Section } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Failure, ignoreUnjudged } from '../judge/outcome.ts'
import { type Attributes, imagesOf } from '../judge/parts.ts'
import { isObject } from '../judge/reception.ts'
import { asImageTag } from '../judge/sent-values.ts'
import { type Session, sentFields } from '../judge/session.ts'
import type { Found } from '../judge/walk.ts'
import { type Check, inJson } from './check.ts'

interface OthersUnchanged {
  readonly section: Section
  readonly operation: OperationId
  readonly kind: Extract<Kind, 'node' | 'egg' | 'server'>
  /** Requests that write, and whose responses show other resources of the kind; a server may refuse them. */
  readonly scenes: readonly ((fixtures: Fixtures) => Promise<unknown>)[]
}

/** The mark of writes to the second resource of a kind in the target, such as `resources.otherNode`. */
export const otherMark = ({ mark }: Session): string => `${mark} other`

/** Fields with values that the run invents, so that other resources are unlikely to get them by themselves. */
const numbers = ['memory', 'disk']

/** A failure for a number of the run that another resource has now, and did not have in the first response with it. */
function copiedNumber(
  { session }: Fixtures,
  operation: OperationId,
  kind: string,
  others: readonly Found[],
): Failure | undefined {
  const sent = session.granted(operation).map(sentFields)
  const first = new Map<unknown, Attributes>()
  for (const { attributes, pointer, exchange } of others) {
    const id = attributes['id']
    const before = first.get(id)
    if (!before) first.set(id, attributes)
    const field = numbers.find(
      (name) =>
        before?.[name] !== undefined &&
        before[name] !== attributes[name] &&
        sent.some((fields) => Number(fields[name]) > 0 && fields[name] === attributes[name]),
    )
    if (field === undefined) continue
    return {
      message: `A write to the ${kind} in the path changed another ${kind}.`,
      expected: `${inJson(before?.[field])} in the ${kind} ${inJson(id)}, as before`,
      actual: `${inJson(attributes[field])}, which the run sent`,
      pointer: `${pointer}/attributes/${field}`,
      exchange,
    }
  }
  return undefined
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
export function othersUnchanged({ section, operation, kind, scenes }: OthersUnchanged): Check {
  return {
    id: `${section}/others-unchanged`,
    section,
    clauses: [`${section}#path`],
    level: 'inferred',
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `a ${kind} that no response shows`,
    phase: 'after',
    async run(fixtures) {
      const { session, seen } = fixtures
      fixtures.granted(await fixtures.plain(operation))
      for (const scene of scenes) await scene(fixtures).catch(ignoreUnjudged)
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
        const own = attributes['id'] === other ? text.replaceAll(otherMark(session), '') : text
        return (
          own.includes(session.mark) ||
          (attributes['id'] !== other && own.includes(`:${asImageTag(session.mark)}`))
        )
      }
      const stray = others.find(isStray)
      if (!stray)
        return copiedNumber(
          fixtures,
          operation,
          kind,
          others.filter(({ attributes: { id } }) => id !== other),
        )
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
