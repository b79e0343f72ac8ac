import { capitalized } from '../contract/checking/words.ts'
import { type Family, families, familyIds } from '../contract/operations.ts'
import type { TokenName } from '../fixtures/names.ts'
import { accepted, type Bearer, inWords, takenBy } from '../http/authentication.ts'
import type { Json } from './plain-schema.ts'

/** The security scheme of each kind of bearer. Section 5 item 2. */
const schemeOf = {
  application: 'applicationToken',
  'root-client': 'clientToken',
  'user-client': 'clientToken',
} as const

/** The security schemes that a family accepts. Section 5 items 3 to 5. */
export const securityOf = (family: Family): readonly Json[] =>
  [...new Set(accepted[family].map((bearer) => schemeOf[bearer]))].map((scheme) => ({ [scheme]: [] }))

/** The tokens that a family accepts, in words. */
export const acceptedBy = (family: Family): string => `Accepts ${takenBy(family)}.`

/** The tag of a family. Section 1. */
export const tagOf = (family: Family): string => `${capitalized(family)} API`

export const familyTags = (): readonly Json[] =>
  familyIds.map((family) => ({
    name: tagOf(family),
    description: `Paths that begin with \`${families[family]}\`. ${acceptedBy(family)}`,
  }))

/** The tag of the operations beyond the document, of all families. Section 4.9. */
export const beyondTag = {
  name: 'Beyond the document',
  description: 'Operations that the document does not have.',
}

/** Tokens for trying out operations. */
export type ShownTokens = Readonly<Record<TokenName, string>>

/** The two kinds of token as security schemes. Section 5. */
export const securitySchemes = (tokens: ShownTokens | undefined): Json => ({
  applicationToken: scheme(
    `An application API token. ${familiesAccepting('application')}`,
    tokens && { application: tokens.application },
  ),
  clientToken: scheme(
    `A client API token. ${familiesAccepting('root-client')} ${familiesAccepting('user-client')}`,
    tokens && { rootClient: tokens.rootClient, userClient: tokens.userClient },
  ),
})

const scheme = (description: string, tokens: Json | undefined): Json => ({
  ...{ type: 'http', scheme: 'bearer', description },
  ...(tokens && { 'x-nestbox-tokens': tokens }),
})

function familiesAccepting(bearer: Bearer): string {
  const own = familyIds.filter((family) => accepted[family].includes(bearer))
  return `${capitalized(inWords[bearer])} is accepted under ${own.map((family) => `\`${families[family]}\``).join(', ')}.`
}
