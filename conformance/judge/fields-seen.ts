import { fieldPathsOf } from '../../src/contract/field-paths.ts'
import { kinds, valueAt } from '../../src/contract/index.ts'
import type { Found } from './walk.ts'

/** How many fields of the document (such as `node.memory`) had a value in some response, and which had none. */
export function fieldsSeen(found: readonly Found[]) {
  const all = kinds.flatMap((kind) => {
    const own = found.filter((each) => each.kind === kind)
    return fieldPathsOf(kind).map(({ path }) => ({
      name: `${kind}.${path}`,
      isSeen: own.some(({ attributes }) => (valueAt(attributes, path) ?? null) !== null),
    }))
  })
  const never = all.filter(({ isSeen }) => !isSeen).map(({ name }) => name)
  return { known: all.length, seen: all.length - never.length, never }
}
