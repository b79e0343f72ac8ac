import { validateHeaderName, validateHeaderValue } from 'node:http'
import { secretsOf } from '../client/redact.ts'
import { isObject } from '../judge/reception.ts'
import type { Target } from './target.ts'

/** The text that the template of `nestbox init` has for each value that the user must fill in. */
export const placeholder = 'FILL IN'

/** Depth of the template of a target file. */
const deepest = 4

/** Dotted paths of the values of a target file that are still placeholders. */
export function placeholdersIn(content: unknown, path: readonly string[] = []): readonly string[] {
  if (content === placeholder) return [path.join('.')]
  if (path.length > deepest) return []
  if (Array.isArray(content))
    return content.flatMap((item, at) => placeholdersIn(item, [...path, String(at)]))
  if (!isObject(content)) return []
  return Object.entries(content).flatMap(([key, value]) => placeholdersIn(value, [...path, key]))
}

/** Pairs of resources in a target that must differ. */
const pairs = [
  ['node', 'otherNode'],
  ['egg', 'otherEgg'],
  ['databaseHost', 'otherDatabaseHost'],
] as const

/** Maximum length of a token or the value of a header: servers accept some 8,000 characters in all headers. */
export const longestHeader = 4_000

/** Maximum length of all secrets in bodies and queries, for each of which the whole report is searched. */
const longestSecrets = 4_000

/** Maximum number of headers, as some servers accept 100 with those of the kit. */
const mostHeaders = 50

/** Why a server would refuse any request with these headers, as a sentence; undefined if it would not. */
export function tooManyHeaders(headers: Target['headers']): string | undefined {
  const all = Object.entries(headers)
  const isMuch = all.length > mostHeaders || all.flat().join('').length > longestHeader
  return isMuch
    ? `The \`headers\`, with those of --header, must be at most ${mostHeaders}, of at most ${longestHeader} characters together.`
    : undefined
}

function canBeSent(name: string, value: string): boolean {
  try {
    if (value.length > longestHeader) return false
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

/** Headers of a connection, which is made by the client. */
const ofConnection = [
  ...['connection', 'content-length', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
]

/** Whether a header belongs to the connection or to the length of a body, so that the kit cannot send another one. */
export const isOfConnection = (name: string): boolean => ofConnection.includes(name.toLowerCase())

/** How often the template of a tag sync has a mark of the tags. */
function marksOfTags(template: unknown): number {
  if (typeof template === 'object' && template !== null)
    return Object.values(template).reduce<number>((sum, inner) => sum + marksOfTags(inner), 0)
  return Number(template === '{{tagIds}}' || template === '{{tagIdStrings}}')
}

/** Maximum number of marks of the tags, each of which becomes all of them. */
const mostMarks = 10

const when = (isWrong: boolean | undefined, sentence: string): string[] => (isWrong ? [sentence] : [])

/** Contradictions in a target, each as a sentence. */
export function contradictions({
  tokens,
  resources,
  requests,
  query,
  headers,
}: Pick<Target, 'tokens' | 'resources' | 'requests' | 'query' | 'headers'>): string[] {
  const { syncTags } = requests
  const secrets = secretsOf({ tokens: {}, headers: {}, requests, query }).join('')
  const twins = Object.entries(tokens).filter(([, text], at, all) =>
    all.some(([, other], place) => place !== at && other === text),
  )
  const { server, otherServer } = resources
  const isOneServer =
    server &&
    otherServer &&
    (server.id === otherServer.id || server.uuid.toLowerCase() === otherServer.uuid.toLowerCase())
  return [
    ...when(
      twins.length > 0,
      `${twins.map(([name]) => `\`tokens.${name}\``).join(' and ')} are the same token; each must be of its own kind.`,
    ),
    ...Object.entries(tokens)
      .filter(([, text]) => !canBeSent('authorization', text))
      .map(
        ([name]) =>
          `\`tokens.${name}\` must be at most ${longestHeader} characters without line breaks that a header can have.`,
      ),
    ...pairs
      .filter(
        ([one, other]) =>
          resources[other] !== undefined && String(resources[one]) === String(resources[other]),
      )
      .map(([one, other]) => `\`resources.${other}\` must be another one than \`resources.${one}\`.`),
    ...when(isOneServer, '`resources.otherServer` must be another server than `resources.server`.'),
    ...when(
      // Without a mark, every selection would be the same body.
      syncTags !== undefined && marksOfTags(syncTags) === 0,
      '`requests.syncTags` must have the value "{{tagIds}}" or "{{tagIdStrings}}", which the kit replaces by the tags that it selects.',
    ),
    ...when(
      marksOfTags(syncTags) > mostMarks,
      `\`requests.syncTags\` must have at most ${mostMarks} values "{{tagIds}}" or "{{tagIdStrings}}".`,
    ),
    ...when(
      secrets.length > longestSecrets,
      `\`requests\` and \`query\` must have at most ${longestSecrets} characters in passwords, tokens and other secrets.`,
    ),
    ...Object.keys(headers)
      .filter(isOfConnection)
      .map((name) => `\`headers\` must not have ${name}, which belongs to the connection.`),
    ...when(
      Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
      '`headers` must not have Authorization, which the kit sets to the tokens.',
    ),
    ...[tooManyHeaders(headers) ?? []].flat(),
    ...Object.entries(headers)
      .filter(([name, value]) => !canBeSent(name, value))
      .map(
        ([name]) =>
          `\`headers\` must have names without spaces, at most ${longestHeader} characters, and values without line breaks, not as in ${JSON.stringify(name)}.`,
      ),
  ]
}
