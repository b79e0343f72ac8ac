import { type Kind, type OperationId, operations, withArticle } from '../../src/contract/index.ts'
import { plainly, type Scene } from '../judge/fixtures.ts'
import { idIn, subjectsOf } from '../steps/step.ts'
import type { CheckRow } from './check.ts'

interface OthersUnchanged {
  readonly operation: OperationId
  readonly kind: Extract<Kind, 'node' | 'egg' | 'server'>
  /** Requests that write, and whose responses show other resources of the kind; a server may refuse them. */
  readonly scenes: readonly Scene[]
}

/**
 * A check that a write changes only the resource in the path, and no other resource of its kind; rules over the log
 * compare the responses with others (`rules/kept.ts`, `rules/spilled.ts`).
 */
export function othersUnchanged({ operation, kind, scenes }: OthersUnchanged): CheckRow {
  const { section } = operations[operation]
  return {
    id: `${section}/others-unchanged`,
    clauses: [`${section}#path`],
    title: `no other ${kind} than the one in the path is changed`,
    ignored: `${withArticle(kind)} that no response shows`,
    phase: 'last',
    needs: [plainly[operation]],
    scenes,
    judge({ seen, target }) {
      const [own] = subjectsOf(operation).map((subject) => idIn(target, subject))
      const isShown = seen.found(kind).some(({ attributes: { id } }) => String(id) !== String(own))
      return isShown ? undefined : { skip: `no response shows another ${kind}`, isMoot: true }
    },
  }
}
