import { type OperationId, operations } from '../../src/contract/index.ts'
import type { AskedId, Exchange } from '../client/client.ts'
import type { Credential } from '../client/credentials.ts'
import { pathOf, type Query } from '../client/request-path.ts'
import { isHeard } from '../judge/heard.ts'
import { Unjudged } from '../judge/outcome.ts'
import { inShort, receptionOf } from '../judge/reception.ts'
import { type Granted, granted, type Scenes } from '../judge/scenes.ts'
import type { Session } from '../judge/session.ts'

/** What an observer sends beyond the scenes: a body of its own, or a path that names something else. */
export interface Question {
  readonly named?: string
  readonly query?: Query
  readonly json?: unknown
  readonly file?: string
  readonly credential?: Credential
}

/**
 * The plain success of an operation, without which nothing else that it
 * answers tells anything. What the selected checks have left alone, observers
 * leave alone too.
 */
export async function control(scenes: Scenes, id: OperationId): Promise<Granted> {
  if (operations[id].method !== 'GET') scenes.session.needWrites()
  if (!scenes.session.exchanges.some(({ ask }) => ask.operation === id))
    throw new Unjudged(`no selected check calls "${operations[id].summary}"`)
  return granted(await scenes.plain(id))
}

/** What the path of each operation names, as the target promises it. */
const promised: Readonly<Record<OperationId, (session: Session) => string | number>> = {
  updateNode: (session) => session.resource('node'),
  syncNodeTags: (session) => session.resource('node'),
  importEgg: (session) => session.resource('egg'),
  listServerMounts: (session) => session.resource('server').id,
  updateServerStartup: (session) => session.resource('server').id,
  createUser: () => '',
  listServerBackups: (session) => session.resource('server').uuid,
  listHostDatabases: (session) => session.resource('databaseHost'),
}

/** Sends a request that differs from a plain one, after it was seen that a plain one is granted. */
export async function ask(scenes: Scenes, id: OperationId, question: Question = {}): Promise<Exchange> {
  await control(scenes, id)
  const { session, calls } = scenes
  const { named = promised[id](session), query, credential, ...body } = question
  return session.client.send({
    operation: id,
    method: operations[id].method,
    path: pathOf(id, named, query),
    credential: credential ?? calls.credentialFor(id),
    ...body,
  })
}

/**
 * Whether a request was granted or refused.
 * @throws Unjudged where its answer tells neither: there is none, or the server was busy or failed
 */
export function outcome({ ask: { operation }, reply, failure }: Exchange<AskedId>): 'granted' | 'refused' {
  const reception = receptionOf(operation, reply)
  if (reception === 'leaky' || !reply || reply.status === 429 || reply.status >= 500)
    throw new Unjudged(`the answer tells nothing: ${inShort(reply, failure)}`)
  return reception
}

export const isGranted = (exchange: Exchange): boolean => outcome(exchange) === 'granted'

/** All that was refused in the run so far, save for the server being busy or nobody being there to refuse. */
export const refusals = (scenes: Scenes): readonly Exchange[] =>
  scenes.session.exchanges.filter(
    ({ ask: { operation }, reply }) =>
      isHeard(reply) && reply?.status !== 429 && receptionOf(operation, reply) === 'refused',
  )
