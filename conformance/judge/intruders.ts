import type { OperationId } from '../../src/contract/index.ts'
import { type Credential, forgeryNames, tokenNames } from '../client/credentials.ts'

/** Credentials of which some operation has to refuse requests. */
export const intruders: readonly Credential[] = [
  ...forgeryNames,
  ...tokenNames.filter((name) => name !== 'rootClient'),
]

/** A word for the resource that each operation writes. */
const written: Partial<Readonly<Record<OperationId, string>>> = {
  updateNode: 'node',
  syncNodeTags: 'tags',
  importEgg: 'egg',
  updateServerStartup: 'startup',
  createUser: 'user',
}

const first = 'Intruder'

/**
 * The text that a request bears which has to be refused: no other operation and no other credential has it, and it is
 * no part of the text of another, so that what a later response shows of it tells who wrote it.
 */
export const intruderMark = (id: OperationId, credential: Credential): string =>
  `${first} ${credential} ${written[id] ?? 'list'}`

export const isIntruderMark = (text: string): boolean => text.startsWith(first)

/** A small number that no other credential has, for fields that hold no text. */
export const intruderNumber = (mark: string): number =>
  intruders.findIndex((credential) => mark.startsWith(`${first} ${credential} `))
