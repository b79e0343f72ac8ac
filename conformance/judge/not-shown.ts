import { type Kind, type OperationId, operationIds, operations } from '../../src/contract/index.ts'
import type { Fixtures } from './fixtures.ts'
import { entryOf } from './operations/plan.ts'

/** What a list with few records lacks: the entry of the target that its path names can name another resource. */
export const nameAnother = (id: OperationId): string =>
  `\`resources.${entryOf(id)}\` of the target can name one with more`

/**
 * Why nothing could be judged that the document allows a server to leave out of its responses, and what would show it. If
 * no response nests any resource, that is the one cause of all such reasons.
 * @param reason what no response shows
 */
export function notNested({ seen }: Fixtures, reason: string): string {
  const nestsAny = seen.found().some(({ form }) => form === 'nested')
  const cause = nestsAny ? reason : 'no response nests resources in `relationships`, which is allowed'
  return `${cause}; if the server has a parameter for more, \`query\` of the target can hold it, such as { "listServerMounts": { "include": "servers" } }`
}

/** Why no resource of a kind was seen, and what would show one. */
export function noneSeen(fixtures: Fixtures, kind: Kind): string {
  const reason = `no ${kind} was seen`
  const list = operationIds.find((id) => {
    const { answer } = operations[id]
    return (
      entryOf(id) !== undefined &&
      (answer.envelope === 'list' || answer.envelope === 'page') &&
      answer.kind === kind
    )
  })
  return list === undefined ? notNested(fixtures, reason) : `${reason}; ${nameAnother(list)}`
}
