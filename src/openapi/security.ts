import { type Family, families } from '../contract/operations.ts'
import type { TokenName } from '../fixtures/token-names.ts'
import { accepted, inWords } from '../http/authentication.ts'
import type { Json } from './plain-schema.ts'

/** Which of the two kinds of token each bearer shows. Section 5 item 2. */
const schemeOf = {
  application: 'applicationToken',
  'root-client': 'clientToken',
  'user-client': 'clientToken',
} as const

/** Which kinds of token a family takes; whose they must be, its words say. Section 5 items 3 to 5. */
export const securityOf = (family: Family): readonly Json[] =>
  [...new Set(accepted[family].map((bearer) => schemeOf[bearer]))].map((scheme) => ({ [scheme]: [] }))

/** What a family takes, in words. */
export const takenBy = (family: Family): string =>
  `Takes ${accepted[family].map((bearer) => inWords[bearer]).join(' or ')}.`

/** A tag for each family. Section 1. */
export const tagOf = (family: Family): string => `${family.charAt(0).toUpperCase()}${family.slice(1)} API`

export const familyTags = (): readonly Json[] =>
  (Object.keys(families) as Family[]).map((family) => ({
    name: tagOf(family),
    description: `Paths that begin with \`${families[family]}\`. ${takenBy(family)}`,
  }))

/** For what the document does not have, whichever family it stands in. Section 4.9. */
export const beyondTag = {
  name: 'Beyond the document',
  description: 'Reads around the documented operations, which the document does not have.',
}

/** The tokens that a reader may try things out with. */
export type ShownTokens = Readonly<Record<TokenName, string>>

/** The two kinds of token as schemes; what they look like is a gap. Section 5. */
export const securitySchemes = (tokens: ShownTokens | undefined): Json => ({
  applicationToken: {
    type: 'http',
    scheme: 'bearer',
    description: `An application API token. ${familiesTaking('application')}`,
    ...(tokens && { 'x-nestbox-tokens': { application: tokens.application } }),
  },
  clientToken: {
    type: 'http',
    scheme: 'bearer',
    description: `A client API token. ${familiesTaking('root-client')} ${familiesTaking('user-client')}`,
    ...(tokens && {
      'x-nestbox-tokens': { rootClient: tokens.rootClient, userClient: tokens.userClient },
    }),
  },
})

type Bearer = (typeof accepted)[Family][number]

function familiesTaking(bearer: Bearer): string {
  const own = (Object.keys(accepted) as Family[]).filter((family) => accepted[family].includes(bearer))
  const words = inWords[bearer]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} is taken under ${own.map((family) => `\`${families[family]}\``).join(', ')}.`
}
