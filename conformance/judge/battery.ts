import {
  defined,
  isPaged,
  type OperationId,
  operationIds,
  operations,
  parameterOf,
} from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { type Credential, isTokenName, otherTemplates, tokenNames } from '../client/credentials.ts'
import { type Spelling, spellings } from '../client/exchange.ts'
import type { Named, Query } from '../client/request-path.ts'
import { identityIn, subjectsOf } from '../steps/step.ts'
import { intruderMark, isBarred } from './access.ts'
import type { Fixtures, Scene } from './fixtures.ts'
import { plans } from './operations/index.ts'
import { wasGranted } from './reception.ts'
import type { RequestParts } from './session.ts'

/** A way of writing a request of an operation: the name of its resource, its query, its spelling and its body. */
export interface Form extends Pick<RequestParts, 'query' | 'spelling' | 'carrier'> {
  readonly name: string
  /** The name in the path, if not that of the plain request. */
  readonly named?: (fixtures: Fixtures) => Named
  /** How much of the body is sent, if not all. */
  readonly body?: 'one field' | 'empty'
  /** Whether a server may not know the request, so that a refusal proves nothing and no control is sent. */
  readonly isOptional?: boolean
}

/** The forms of the path of an operation: plain, with the other name of the resource, with a query. */
export function forms(id: OperationId): readonly Form[] {
  const { alias: named } = plans[id]
  const query: Query = isPaged(id) ? { per_page: 1, page: 2 } : { nestbox: 1 }
  return [
    { name: 'plain' },
    ...(named ? [{ name: 'by UUID', named }] : []),
    { name: 'with a query', ...(named && { named }), query },
  ]
}

/** Pages that a server need not have, instead of page 0. */
const oddPages: Partial<Readonly<Record<Credential, Query>>> = {
  garbage: { per_page: 100 },
  userClient: { per_page: 0 },
  otherUserClient: { page: -1 },
}

/** Forms in which only credentials are sent that must be refused: another resource, and bodies with few fields. */
function barredForms(id: OperationId, { session }: Fixtures, credential: Credential): readonly Form[] {
  const [field = 'id'] = parameterOf(operations[id])?.by ?? []
  const named = identityIn(session.target, subjectsOf(id)[1])?.[field]
  const isJson = operations[id].body === 'json'
  const hasFields = isJson && id !== 'syncNodeTags' && plans[id].marked !== undefined
  const query = oddPages[credential] ?? { page: 0 }
  return [
    ...(isPaged(id) ? [{ name: 'with an odd page', query }] : []),
    ...(named === undefined ? [] : [{ name: 'another resource', named: () => named }]),
    ...(hasFields ? [{ name: 'with one field', body: 'one field' as const }] : []),
    ...(isJson ? [{ name: 'with an empty body', body: 'empty' as const }] : []),
  ].map((form) => ({ ...form, isOptional: true }))
}

/** A request with a credential, and the form of its path. */
export interface Attempt {
  readonly form: Form
  readonly exchange: Exchange
}

/**
 * Sends a request with a credential, once in each form whose control (the request with the valid token) was granted.
 * Tokens of the wrong kind and requests without a token are sent in all forms; other forgeries in some forms, in
 * turn.
 * @param carrier the only name that carries the token, if the credential can carry it under several
 */
export async function attempts(
  fixtures: Fixtures,
  id: OperationId,
  credential: Credential,
  all: readonly Form[],
  carrier?: string,
): Promise<readonly Attempt[]> {
  const isMustBeGranted = all.length === 1
  // Controls write as well, so all of them are sent before the refused requests, whose changes must stay visible.
  if (!isMustBeGranted) for (const form of all) await hasControl(fixtures, id, form)
  const isUsual = isTokenName(credential) || always.includes(credential)
  const barred =
    isMustBeGranted || !isUsual ? [] : [...barredForms(id, fixtures, credential), spelledForm(id, credential)]
  const some = isUsual ? [...all, ...barred] : inTurn(id, credential, all)
  const sent: Attempt[] = []
  for (const form of some) {
    if (!isMustBeGranted && !form.isOptional && !(await hasControl(fixtures, id, form))) continue
    const exchange = await fixtures.play(attempt, id, credential, form, carrier)
    sent.push({ form, exchange })
  }
  return sent
}

const attempt: Scene<[OperationId, Credential, Form, string | undefined], Exchange> = async (
  fixtures,
  id,
  credential,
  form,
  carrier,
) =>
  fixtures.session.send(id, {
    ...few(await likePlain(fixtures, id, credential), form),
    ...defined({ query: form.query, spelling: form.spelling }),
    // Made for each request, because an operation may remove its resource.
    named: await (form.named ?? plans[id].named)(fixtures),
    credential,
    carrier: carrier ?? form.carrier,
  })

/** A spelling of the path for a credential; the operations together send all spellings with each. */
function spelledForm(id: OperationId, credential: Credential): Form {
  const { family } = operations[id]
  const own = operationIds.filter((each) => operations[each].family === family)
  // The Admin API has one operation less than there are spellings.
  const from = family === 'admin' ? 0 : spellings.length - 1
  const turn = from + own.indexOf(id) + [...tokenNames, ...always].indexOf(credential)
  const spelling = spellings[turn % spellings.length] ?? spellings[0]
  return { name: spelling, spelling, isOptional: true }
}

/** The parts of a request with as much of the body as a form has. */
function few(parts: RequestParts, { body }: Form): RequestParts {
  const [first] = Object.entries(parts.fields ?? {})
  if (body === 'empty') return parts.tags ? { ...parts, tags: [] } : { ...parts, fields: {}, pins: {} }
  return body === 'one field' && first ? { ...parts, fields: Object.fromEntries([first]), pins: {} } : parts
}

/** Forgeries that a server may accept in one form of a path and refuse in another. */
const always: readonly Credential[] = ['no-header', 'garbage']

/** Forgeries that test how a server compares tokens, in the plain form only; they share one control. */
const compared: readonly Credential[] = [
  'overlong',
  'null-word',
  'undefined-word',
  'wildcard',
  'token-swapped',
  'token-extra-sign',
]

/**
 * Forgeries that are sent one after another before a control shows that the server has not locked the kit out. A group
 * is small, because a server may count invalid tokens until it receives a valid one.
 */
const groups: readonly (readonly Credential[])[] = [
  compared,
  ['empty-bearer', 'garbage-lower-case', 'altered-start'],
  ['altered-token', 'altered-end', 'token-cut-short'],
  ['token-cut-start', 'token-prefix', 'token-suffix'],
  ['token-case', 'no-scheme', 'other-scheme'],
  ['basic-scheme', 'token-in-query', 'token-in-other-header', 'token-in-body'],
]

/** The group of a credential; the credential alone if it has none. */
export const sharingControl = (credential: Credential): readonly Credential[] =>
  groups.find((group) => group.includes(credential)) ?? [credential]

/** Forgeries that are also sent to another spelling of the path, which a server may route without its token check. */
const spelledBy: Partial<Readonly<Record<Credential, Spelling>>> = {
  'empty-bearer': 'with a slash at its end',
  'altered-end': 'in capitals',
}

/**
 * The plain form and one other form: another text around the token, another spelling of the path, or a form chosen by
 * the name of the forgery so that operations together use all forms.
 */
function inTurn(id: OperationId, credential: Credential, all: readonly Form[]): readonly Form[] {
  const [plain] = all
  if (compared.includes(credential)) return all.slice(0, 1)
  const templates = otherTemplates[credential] ?? []
  const carrier = templates[operationIds.indexOf(id) % templates.length]
  if (plain && carrier !== undefined) return [plain, { ...plain, name: carrier, carrier, isOptional: true }]
  const spelling = spelledBy[credential]
  if (plain && spelling) return [plain, { name: spelling, spelling, isOptional: true }]
  const at = [...credential].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % all.length
  return all.filter((_, index) => index === 0 || index === at)
}

/** Whether the control of a form is granted: the same request with the valid token. */
async function hasControl(fixtures: Fixtures, id: OperationId, form: Form): Promise<boolean> {
  const token = fixtures.session.tokenFor(id)
  if (form.name === 'plain') return wasGranted(await fixtures.plain(id))
  return wasGranted(await fixtures.play(attempt, id, token, form, undefined))
}

/** The plain request of an operation; a request that writes has the mark of its credential. */
async function likePlain(fixtures: Fixtures, id: OperationId, credential: Credential): Promise<RequestParts> {
  const { parts } = await fixtures.accepted(id)
  const mark = isBarred({ operation: id, credential }) ? intruderMark(id, credential) : 'Nestbox check'
  return (await plans[id].marked?.(parts, mark, fixtures)) ?? parts
}
