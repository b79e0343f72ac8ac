import {
  isWriting,
  type Operation,
  type OperationId,
  operationIds,
  operations,
  type WritingId,
} from './operations.ts'
import { parameterOf } from './parameters.ts'
import { type AnyKind, rowOf } from './resources.ts'

/** Whether several resources of one kind may have the same resource of another, which then lists or counts them. */
const isShared = (kind: AnyKind, among: AnyKind): boolean => {
  const { fields, relationships = {} } = rowOf(kind)
  return (
    `${among}s_count` in fields ||
    Object.values(relationships).some((each) => each.many && each.kind === among)
  )
}

type Listing = Pick<Operation, 'path'> & { readonly response: { readonly kind: AnyKind } }

/** Whether the lists of several resources, which a path names, may have the same resource. */
export const isOfMany = (listing: Listing): boolean => {
  const above = parameterOf(listing)
  return above !== undefined && isShared(listing.response.kind, above.kind)
}

/**
 * The operations that may change a list: those that write, in their path or by their response, its kind or one that its
 * resources list or count.
 */
export const writersOf = ({ response: { kind } }: Listing): readonly WritingId[] =>
  operationIds.filter((id: OperationId): id is WritingId => {
    const written = [operations[id].response.kind, parameterOf(operations[id])?.kind]
    return isWriting(id) && written.some((each) => each && (each === kind || isShared(kind, each)))
  })
