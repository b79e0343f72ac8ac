import { idsWithBody, operations, valueAt } from '../../src/contract/index.ts'
import type { Exchange, Reply } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { isObject } from '../judge/reception.ts'
import { unknownId, unknownUuid } from '../judge/sent-values.ts'
import { ask, isGranted, refusals } from './ask.ts'
import { askNode } from './nodes.ts'
import { agreed, type Observers, other, sampled, unseen } from './observer.ts'

/** Gaps about the statuses of responses, and about bodies of errors. */
export const errors = {
  'error.body': async (fixtures) => {
    const seen = agreed(
      refusals(fixtures).flatMap(({ reply }) =>
        reply && reply.status >= 400 && reply.status < 500
          ? [{ value: shapeOf(reply), where: String(reply.status) }]
          : [],
      ),
    )
    return seen && 'value' in seen && seen.value === 'panel'
      ? sampled('panel', 'an object with `errors`, an array of `{code, status, detail}`')
      : seen
  },

  'error.words': async (fixtures) => {
    const exchange = await ask(fixtures, 'syncNodeTags', { json: {} })
    const [rule] = rulesIn(exchange.reply)
    if (rule === undefined) return unseen('the error names no rule')
    const known = { required: 'own', present: 'panel' } as const
    const observed = Object.entries(known).find(([name]) => name === rule)?.[1] ?? 'other'
    return sampled(observed, `the rule of missing tags is \`${rule}\``)
  },

  'error.negotiation': async (fixtures) => {
    const headers = { accept: 'text/html' }
    const { reply } = await askNode(fixtures, {}, { named: unknownId, headers })
    if (reply === undefined) return undefined
    const type = String(reply.headers['content-type'] ?? 'no content type')
    if (type.startsWith('text/html')) return sampled('html', 'a page in HTML for an unknown node')
    return { observed: /[/+]json\b/.test(type) ? 'json' : 'other', detail: type }
  },

  'status.options': async () => unseen('the kit sends no request with OPTIONS'),

  'status.success': async (fixtures) => agreed(successes(fixtures, false)),

  'status.created': async (fixtures) => agreed(successes(fixtures, true)),

  'status.invalid': async (fixtures) => statusOf(await askNode(fixtures, { memory: 'x' })),

  'status.bad-file': async (fixtures) =>
    statusOf(await ask(fixtures, 'importEgg', { file: 'This is not an egg.' })),

  'status.unknown-resource': async (fixtures) =>
    statusOf(await ask(fixtures, 'listServerMounts', { named: unknownUuid })),
} satisfies Partial<Observers>

/** The rules that an error body names, in either form of error bodies in the contract. */
export function rulesIn(reply: Reply | undefined): readonly string[] {
  const entries = valueAt(reply?.json, 'errors')
  return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
    const { rule } = { ...Object(entry), ...Object(entry)['meta'] }
    return typeof rule === 'string' ? [rule] : []
  })
}

function shapeOf({ headers, text, json }: Reply): string {
  if (text.trim() === '') return 'empty'
  const type = String(headers['content-type'] ?? 'no content type')
  if (type.startsWith('application/problem+json')) return 'problem'
  if (!isObject(json)) return json === undefined ? type : 'JSON that is not an object'
  const entries = json['errors']
  const isPanel = Array.isArray(entries) && entries.length > 0 && entries.every(isEntry)
  return isPanel ? 'panel' : `JSON with ${Object.keys(json).slice(0, 5).join(', ') || 'no keys'}`
}

const isEntry = (entry: unknown): boolean =>
  isObject(entry) && ['code', 'status', 'detail'].every((key) => Object.hasOwn(entry, key))

/** The statuses of successful responses with a body, either of operations that create a resource or of all others. */
const successes = ({ session }: Fixtures, isCreated: boolean) =>
  session
    .granted(...idsWithBody.filter((id) => 'isNew' in operations[id].response === isCreated))
    .map(({ ask: { operation }, reply }) => ({ value: String(reply?.status), where: operation }))

/** The status of a refusal, which a request that was granted has not. */
const statusOf = (exchange: Exchange) =>
  isGranted(exchange) ? other('the request was granted') : { value: String(exchange.reply?.status) }
