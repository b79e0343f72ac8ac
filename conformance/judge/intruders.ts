import type { OperationId } from '../../src/contract/index.ts'
import { type Credential, forgeryNames, tokenNames } from '../client/credentials.ts'

/** Credentials that at least one operation must refuse. */
export const intruders: readonly Credential[] = [
  ...forgeryNames,
  ...tokenNames.filter((name) => name !== 'rootClient'),
]

/** The resource that each operation writes, in the marks of its requests. */
const written: Partial<Readonly<Record<OperationId, string>>> = {
  updateNode: 'node',
  syncNodeTags: 'tags',
  importEgg: 'egg',
  updateServerStartup: 'startup',
  createUser: 'user',
}

const first = 'Intruder'

/**
 * The text in the body of a request that must be refused. Each pair of operation and credential has its own text,
 * which is not part of any other, so that a later response with the text identifies the request that was written.
 */
export const intruderMark = (id: OperationId, credential: Credential): string =>
  `${first} ${credential} ${written[id] ?? 'list'}`

/** The marks of such requests in a text, also in the form of an image tag or of a name, without signs and capitals. */
export const intrudersIn = (text: string): readonly string[] =>
  [...text.matchAll(/intruder[a-z -]+?(?:node|tags|egg|startup|user|list)\b/gi)].map(([mark]) =>
    mark.replaceAll(/[^a-z]/gi, '').toLowerCase(),
  )

export const isIntruderMark = (text: string): boolean => text.startsWith(first)

/** A small number for each credential, for fields that are not strings. */
export const intruderNumber = (mark: string): number =>
  intruders.findIndex((credential) => mark.startsWith(`${first} ${credential} `))
