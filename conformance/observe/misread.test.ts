import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type SettableGapId, valueAt } from '../../src/contract/index.ts'
import { type Nestbox, startNestbox } from '../../src/index.ts'
import { checks } from '../checks/index.ts'
import { answered, refusal } from '../proof/changes.ts'
import { attributesOf } from '../proof/json.ts'
import type { Middleware, ProxyRequest } from '../proof/messages.ts'
import { startProxy } from '../proof/proxy.ts'
import { run } from '../run.ts'
import { readTarget } from '../target/read-target.ts'

interface Row {
  readonly name: string
  readonly layer: () => Middleware
  /** The observed choice of each gap in the report, and a part of its detail. */
  readonly seen: Partial<Record<SettableGapId, readonly [observed: string, detail?: string]>>
}

const refusing =
  (isMeant: (ask: ProxyRequest) => boolean): Middleware =>
  async (ask, next) =>
    isMeant(ask) ? refusal(422) : next(ask)

/** The request body of a user creation, as a text; empty for other requests. */
const person = ({ operation, text }: ProxyRequest): string => (operation === 'createUser' ? String(text) : '')

const rows: readonly Row[] = [
  {
    name: 'small pages are refused',
    layer: () => refusing(({ path }) => /per_page=[1-4](?!\d)/.test(path)),
    seen: {
      'server.unavailable': ['ignore'],
      'page.links': ['unseen', 'no page between two others was granted'],
    },
  },
  {
    name: 'backups are made during the run',
    // The response without a query is from before the last backup.
    layer: () =>
      answered('listServerBackups', ({ meta, ...list }, { path }) => {
        const count = Number(valueAt(meta, 'backup_count')) - (path.includes('?') ? 0 : 1)
        return { ...list, meta: { ...Object(meta), backup_count: count } }
      }),
    seen: { 'backups.count': ['all'] },
  },
  {
    name: 'no more users can be created',
    layer: () => {
      let created = 0
      return async (ask, next) => {
        if (ask.operation === 'createUser' && created === 2) return refusal(402)
        const reply = await next(ask)
        if (ask.operation === 'createUser' && reply.status === 201) created += 1
        return reply
      }
    },
    seen: {
      'users.required': ['unseen', 'no other user could be created either'],
      'users.duplicate': ['unseen', 'no other user could be created either'],
      'users.case': ['unseen', 'no other user could be created either'],
      'users.beyond-four': ['unseen', 'no other user could be created either'],
    },
  },
  {
    name: 'every new user has the language `de`',
    layer: () =>
      answered('createUser', (json) => {
        attributesOf(json)['language'] = 'de'
      }),
    seen: {
      'users.beyond-four': ['other', 'external_id is taken'],
      'users.values': ['any', 'a name with a space is granted'],
    },
  },
  {
    name: 'imports are refused',
    layer: () => refusing(({ operation }) => operation === 'importEgg'),
    seen: { 'import.keeps': ['unseen', '/import was not granted: 422'] },
  },
  {
    name: 'capitals in user names are refused',
    layer: () => refusing((ask) => /"username":\s*"[^"]*[A-Z]/.test(person(ask))),
    seen: {
      'users.case': ['other', 'a user name with capitals is refused'],
      'users.beyond-four': ['unseen', 'only with a user name that is refused'],
    },
  },
]

let nestbox: Nestbox

beforeAll(async () => {
  nestbox = await startNestbox()
  return () => nestbox.close()
})

describe('what is observed is not misread', () => {
  it.each(rows.map((row, at) => ({ ...row, at })))('where $name', async ({ layer, seen, at }) => {
    const reply = await fetch(`${nestbox.url}/_nestbox/target.json`)
    const plain = readTarget(await reply.json(), 'target.json')
    const server = await startProxy(
      { ...plain, baseUrl: plain.baseUrl.replace(/~\w+$/, `~misread-${at}`) },
      layer(),
    )
    onTestFinished(() => server.close())
    const { gaps } = await run({
      target: server.target,
      checks: checks.filter(({ id }) => id.endsWith('/response')),
    })
    for (const [id, [observed, detail = '']] of Object.entries(seen))
      expect(gaps.find((gap) => gap.id === id)).toMatchObject({
        observed,
        ...(detail !== '' && { detail: expect.stringContaining(detail) }),
      })
  })
})
