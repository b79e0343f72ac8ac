import { type Kind, type OperationId, operationIds, operations, rowOf } from '../../src/contract/index.ts'
import { idIn } from '../steps/step.ts'
import type { Evidence } from './fixtures.ts'
import { entryOf } from './operations/plan.ts'
import { type Skip, unseen } from './outcome.ts'
import { wasGranted } from './reception.ts'

/** The missing records of a short list: the entry of the target that its path names can name another resource. */
export const nameAnother = (id: OperationId): string =>
  `\`resources.${entryOf(id)}\` of the target can name one with more`

/** The first relationship of a response to an operation that nests a kind; an id of an operation, and a name. */
const nestingOf = (kind: Kind): readonly (readonly [OperationId, string])[] =>
  operationIds.flatMap((id) => {
    const { response } = operations[id]
    const all = Object.entries(rowOf(response.kind).relationships ?? {})
    return all.flatMap(([name, of]) => (of.kind === kind ? [[id, name] as const] : []))
  })

/**
 * The reason for a skip of parts that the document allows a server to omit, with a parameter that may show them, if a
 * request can have it. @param reason the part that no response shows @param kind the kind of that part
 */
export function notNested(reason: string, kind: Kind, { exchanges }: Pick<Evidence, 'exchanges'>): Skip {
  const [id, name] =
    nestingOf(kind).find(([each]) =>
      exchanges.some((exchange) => exchange.ask.operation === each && wasGranted(exchange)),
    ) ?? []
  if (id === undefined) return unseen(reason)
  const example = `{ "${id}": { "include": "${name}" } }`
  const remedy = `if the server has a parameter for more relationships, \`query\` of the target can hold it, such as ${example}`
  return { ...unseen(reason), remedy }
}

/** Why nothing is shown to persist: no response of another operation nests the resource of the target. */
export const nestedLater =
  (kind: 'node' | 'egg' | 'server') =>
  (evidence: Evidence): Skip | undefined => {
    const { target, seen } = evidence
    const id = idIn(target, kind)
    const isShown = seen
      .found(kind)
      .some(({ form, attributes }) => form === 'nested' && attributes['id'] === id)
    return isShown ? undefined : notNested(`no later response nests the ${kind}`, kind, evidence)
  }

/** Why no resource of a kind was seen, and what would show one. */
export function noneSeen(kind: Kind, evidence: Evidence): Skip {
  const reason = `no ${kind} was seen`
  const list = operationIds.find((id) => {
    const { envelope, kind: listed } = operations[id].response
    return entryOf(id) !== undefined && envelope !== 'single' && listed === kind
  })
  return list === undefined ? notNested(reason, kind, evidence) : unseen(`${reason}; ${nameAnother(list)}`)
}
