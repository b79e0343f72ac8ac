import type { OperationId, Section } from '../../src/contract/index.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import type { KindName } from '../judge/kinds.ts'
import { ignoreUnjudged, NothingToJudge } from '../judge/outcome.ts'
import type { Session } from '../judge/session.ts'
import type { Found } from '../judge/walk.ts'
import { type Check, inJson } from './check.ts'

interface OthersUnchanged {
  readonly section: Section
  readonly operation: OperationId
  readonly kind: Extract<KindName, 'node' | 'egg' | 'server'>
  /** Requests whose responses show other resources of the kind, after the write. */
  readonly look: (fixtures: Fixtures) => Promise<unknown>
}

/** What the run writes to the second resource of a kind that the target names, such as `resources.otherNode`. */
export const otherMark = ({ mark }: Session): string => `${mark} other`

/** That a write changes no other resource of its kind than the one in the path. */
export function othersUnchanged({ section, operation, kind, look }: OthersUnchanged): Check {
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
      if (!stray) return undefined
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
