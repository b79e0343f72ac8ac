import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Exchange, Reply } from '../client/client.ts'
import { attempt } from '../judge/attempts.ts'
import { isHeard } from '../judge/heard.ts'
import { kinds } from '../judge/kinds.ts'
import { Unjudged } from '../judge/outcome.ts'
import { inShort, isObject, receptionOf, wasGranted } from '../judge/reception.ts'
import type { Scenes } from '../judge/scenes.ts'
import { withArticle } from '../report/with-article.ts'
import type { Check } from './check.ts'

/** That an operation is there and answers a good request with its envelope: what all its other checks rest on. */
export function answerCheck(id: OperationId): Check {
  const { section, method, path, answer } = operations[id]
  const wanted =
    answer.envelope === 'single'
      ? `one resource: object "${answer.kind}" and attributes`
      : 'a list: object "list" and an array data'
  return {
    id: `${section}/answer`,
    section,
    clauses: [`${section}#route`, `${section}#answer`, '1#prefixes', '9#no-version'],
    level: 'stated',
    title: `${method} ${path} answers with ${answer.envelope === 'single' ? withArticle(answer.kind) : `a list of ${answer.kind} resources`}`,
    ignored: 'the status of success',
    async run(scenes) {
      const plain = await scenes.plain(id)
      const isAnswered = wasGranted(plain)
      if (!isAnswered && (await mayBeTheToken(scenes, id, plain)) && (await isTokenDead(scenes, plain))) {
        const answer = inShort(plain.reply, plain.failure)
        throw new Unjudged(
          `the token ${plain.ask.credential} was granted nowhere, so it is presumed wrong (the answer was ${answer})`,
        )
      }
      const exchange = isAnswered ? await notGranted(scenes, id) : plain
      return (
        exchange && {
          message: `A good request is not answered with ${wanted}.${isHeard(exchange.reply) ? (promised[id] ?? '') : ''}`,
          expected: wanted,
          actual: inShort(exchange.reply, exchange.failure),
          exchange,
        }
      )
    },
  }
}

/** Good requests beside the plain one, on which checks of the same operation rest as well. */
const others: Partial<Record<OperationId, (scenes: Scenes) => Promise<readonly Exchange[]>>> = {
  updateNode: (scenes) => scenes.nodeUpdates(),
  // That no tags can be selected is a matter of its own check.
  syncNodeTags: async (scenes) =>
    (await scenes.tagSyncs()).filter(({ wanted }) => wanted.length > 0).map(({ exchange }) => exchange),
  importEgg: async (scenes) => (await scenes.imports()).files,
  createUser: (scenes) => scenes.users(),
}

async function notGranted(scenes: Scenes, id: OperationId): Promise<Exchange | undefined> {
  const exchanges = (await others[id]?.(scenes)) ?? []
  return exchanges.find((exchange) => !wasGranted(exchange))
}

/** Where the names of the fields come from the target, because the document does not give them. */
const promised: Partial<Record<OperationId, string>> = {
  syncNodeTags:
    ' Its body came from `requests.syncTags` of the target: if the server names these fields otherwise, say so there.',
}

/**
 * How a token is refused is a gap; but a server that says it broke down has judged no token, and one that
 * breaks off, or says that all is well, where it refuses a token of nobody's, has known this one.
 */
async function mayBeTheToken(scenes: Scenes, id: OperationId, { reply }: Exchange): Promise<boolean> {
  if (reply && reply.status >= 500) return false
  const stranger = (await attempt(scenes, id, 'garbage')).reply
  if (!stranger || stranger.status < 400) return true
  return reply !== undefined && reply.status >= 300
}

/** Whether a token was granted nothing at all; then the token is to blame before the server is. */
async function isTokenDead(scenes: Scenes, { ask: { credential } }: Exchange): Promise<boolean> {
  await scenes.everything()
  return !scenes.session.exchanges.some(
    ({ ask, reply }) => ask.credential === credential && (isLetIn(ask.operation, reply) || isBareList(reply)),
  )
}

/** Data came back, in the right envelope or not: whoever asked was let in. */
const isLetIn = (id: OperationId, reply: Reply | undefined): boolean => {
  const object = isObject(reply?.json) ? reply.json['object'] : undefined
  return receptionOf(id, reply) !== 'refused' || object === 'list' || Object.hasOwn(kinds, String(object))
}

const isBareList = (reply: Reply | undefined): boolean =>
  reply !== undefined && reply.status < 300 && Array.isArray(reply.json) && reply.json.some(isObject)
