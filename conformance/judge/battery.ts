import type { OperationId } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, forgeryNames, isTokenName } from '../client/credentials.ts'
import type { Query, Spelling } from '../client/request-path.ts'
import { tokenCarriers } from '../client/token-carriers.ts'
import type { Fixtures } from './fixtures.ts'
import { intruderMark, intruders } from './intruders.ts'
import { plans } from './operations/index.ts'
import { wasGranted } from './reception.ts'
import type { RequestParts } from './session.ts'

/** A way of writing the path of a request: how the resource is named, and what the query has. */
export interface Form {
  readonly name: string
  /** Anew for each request, as an operation may remove what it names. */
  readonly parts: () => Promise<Pick<RequestParts, 'named' | 'query' | 'spelling'>>
  /** Whether the kit chose a value in it that may not suit the server. */
  readonly isChosen: boolean
  /** Whether it has a query that the document does not name. */
  readonly isAddition?: boolean
  /** Whether a server need not know it: only a granted request says something then, and no control is sent. */
  readonly isOptional?: boolean
}

/** The forms of an operation's path: as it is, by the other name, with a query. */
export function forms(id: OperationId, fixtures: Fixtures): readonly Form[] {
  const { named, alias, key } = plans[id]
  const isChosen = key !== undefined
  const query: Query =
    id === 'listServerBackups' || id === 'listHostDatabases' ? { per_page: 1, page: 2 } : { nestbox: 1 }
  const plain = async () => ({ named: await named(fixtures) })
  const other = alias && (async () => ({ named: alias(fixtures) }))
  const queried = async () => ({ ...(await (other ?? plain)()), query })
  return [
    { name: 'plain', parts: plain, isChosen },
    ...(other ? [{ name: 'by UUID', parts: other, isChosen }] : []),
    { name: 'with a query', parts: queried, isChosen: true, isAddition: 'nestbox' in query },
  ]
}

/** A request with a credential, and the form of its path. */
export interface Attempt {
  readonly form: Form
  readonly exchange: Exchange
}

/**
 * Sends a request of an operation with a credential, once in each form whose control was granted. All forms go with
 * tokens of the wrong kind and without a token; the other forgeries take one form each, in turn.
 * @param carrier the only name that carries the token, of a credential that carries it under several
 */
export async function attempts(
  fixtures: Fixtures,
  id: OperationId,
  credential: Credential,
  all: readonly Form[],
  carrier?: string,
): Promise<readonly Attempt[]> {
  const isMustBeGranted = all.length === 1
  // Controls write as well, so they come first: what a refused request changed must still show afterwards.
  if (!isMustBeGranted) for (const form of all) await hasControl(fixtures, id, form)
  const some = isTokenName(credential) || always.includes(credential) ? all : inTurn(credential, all)
  const sent: Attempt[] = []
  for (const form of some) {
    if (!isMustBeGranted && !form.isOptional && !(await hasControl(fixtures, id, form))) continue
    const key = ['attempt', id, credential, form.name, ...(carrier === undefined ? [] : [carrier])].join(' ')
    const exchange = await fixtures.session.once(key, async () =>
      fixtures.session.send(id, {
        ...(await likePlain(fixtures, id, credential)),
        ...(await form.parts()),
        credential,
        carrier,
      }),
    )
    sent.push({ form, exchange })
  }
  return sent
}

/** Forgeries that a server may accept in one form of a path and refuse in another. */
const always: readonly Credential[] = ['no-header', 'garbage']

/** Forgeries that show how tokens are compared, which no form of a path changes; one control does for all of them. */
const compared: readonly Credential[] = [
  'overlong',
  'null-word',
  'undefined-word',
  'wildcard',
  'token-swapped',
  'token-extra-sign',
]

/** The other forgeries, but for those that are sent in all forms or under several names. */
const others: readonly Credential[] = forgeryNames.filter(
  (name) =>
    !always.includes(name) && !compared.includes(name) && tokenCarriers({ credential: name }).length === 0,
)

/**
 * The forgeries that are sent right after each other, before one control shows that the server has not locked the kit
 * out. They are few, since a server may count bad tokens until it sees a good one.
 */
export function sharingControl(credential: Credential): readonly Credential[] {
  if (compared.includes(credential)) return compared
  const at = others.indexOf(credential)
  const from = at - (at % 2)
  return at === -1 ? [credential] : others.slice(from, from + 2)
}

/** Forgeries that are also sent to another spelling of the path, which a server may route without a look at the token. */
const spellings: Partial<Readonly<Record<Credential, Spelling>>> = {
  'empty-bearer': 'with a slash at its end',
  'altered-end': 'in capitals',
}

/** Two of the forms, another pair for each forgery, so that all pairs are met over the operations. */
function inTurn(credential: Credential, all: readonly Form[]): readonly Form[] {
  const [plain] = all
  if (compared.includes(credential)) return all.slice(0, 1)
  const spelling = spellings[credential]
  if (plain && spelling) {
    const parts = async () => ({ ...(await plain.parts()), spelling })
    return [plain, { name: spelling, parts, isChosen: true, isOptional: true }]
  }
  const at = [...credential].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % all.length
  return all.filter((_, index) => index === 0 || index === at)
}

/** Whether the same request is granted with the token that it should have. */
async function hasControl(fixtures: Fixtures, id: OperationId, form: Form): Promise<boolean> {
  const token = fixtures.session.tokenFor(id)
  if (form.name === 'plain') return wasGranted(await fixtures.plain(id))
  const exchange = await fixtures.session.once(`attempt ${id} ${token} ${form.name}`, async () =>
    fixtures.session.send(id, { ...(await likePlain(fixtures, id, token)), ...(await form.parts()) }),
  )
  return wasGranted(exchange)
}

/** The plain request of an operation; one that writes bears the mark of who sends it. */
async function likePlain(fixtures: Fixtures, id: OperationId, credential: Credential): Promise<RequestParts> {
  const { parts } = await fixtures.accepted(id)
  const isOwn = fixtures.session.tokenFor(id) === credential
  const isStranger = !isOwn && intruders.includes(credential)
  const mark = isStranger ? intruderMark(id, credential) : 'Nestbox check'
  return (await plans[id].marked?.(parts, mark, fixtures)) ?? parts
}
