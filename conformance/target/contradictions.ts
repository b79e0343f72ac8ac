import { validateHeaderName, validateHeaderValue } from 'node:http'
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
const longestHeader = 4_000

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

/** Contradictions in a target, each as a sentence. */
export function contradictions({
  tokens,
  resources,
  headers,
}: Pick<Target, 'tokens' | 'resources' | 'headers'>): string[] {
  const twins = Object.entries(tokens).filter(([, text], at, all) =>
    all.some(([, other], place) => place !== at && other === text),
  )
  const { server, otherServer } = resources
  const isOneServer =
    server &&
    otherServer &&
    (server.id === otherServer.id || server.uuid.toLowerCase() === otherServer.uuid.toLowerCase())
  return [
    ...(twins.length > 0
      ? [
          `${twins.map(([name]) => `\`tokens.${name}\``).join(' and ')} are the same token; each must be of its own kind.`,
        ]
      : []),
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
    ...(isOneServer ? ['`resources.otherServer` must be another server than `resources.server`.'] : []),
    ...(Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
      ? ['`headers` must not have Authorization, which the kit sets to the tokens.']
      : []),
    ...Object.entries(headers)
      .filter(([name, value]) => !canBeSent(name, value))
      .map(
        ([name]) =>
          `\`headers\` must have names without spaces, at most ${longestHeader} characters, and values without line breaks, not as in ${JSON.stringify(name)}.`,
      ),
  ]
}
