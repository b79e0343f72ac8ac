import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { allOperations } from '../../src/contract/companions.ts'
import { seedUserIds } from '../../src/fixtures/names.ts'
import { type Nestbox, startNestbox } from '../../src/nestbox.ts'
import type { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { createLog } from '../../src/util/log.ts'
import { Connection } from './connection.ts'
import { expectInvariants, type Form } from './invariants.ts'
import { apiRequest, type Known } from './requests.ts'
import { propertyTimeoutMs, settings } from './settings.ts'

// The mock server makes its temporary files in this folder, which must be empty in the end.
const folder = mkdtempSync(join(tmpdir(), 'nestbox-fuzz-'))
beforeAll(() => {
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** The sandboxes that requests go to, with their gap settings. */
const worlds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  literal: {},
  panel: { profile: 'panel' },
  problem: { profile: 'grease:1', 'error.body': 'problem' },
  empty: { profile: 'grease:2', 'error.body': 'empty' },
  strict: {
    profile: 'grease:3',
    'body.unknown-fields': 'refuse',
    'startup.unknown-variables': 'refuse',
    'page.over-maximum': 'refuse',
    'tags.unknown': 'create',
    'nesting.cut': 'two-levels',
  },
}

function knownOf({ world, tokens }: Nestbox): Known {
  const { tables } = world
  const servers = tables.servers.rows(tables.servers.idsOf('user', seedUserIds.owner).slice(0, 3))
  return {
    servers: servers.flatMap(({ id, uuid }) => [String(id), uuid]),
    root: tokens.rootClient,
    others: [tokens.application, tokens.userClient],
  }
}

const formOf = ({ gaps }: Sandbox): Form => gaps.get('error.body') as Form

it(
  'the mocked API refuses a malformed request with one sentence and without a change',
  async () => {
    const errors: string[] = []
    const log = createLog('error', (line) => errors.push(line))
    await using nestbox = await startNestbox({ scenario: 'edge', log })
    const workspaces = Object.entries(worlds).map(([name, choices]) => {
      const sandbox = nestbox.sandbox(name)
      // Error responses in HTML have tests of their own.
      const fixed = { 'rate.limit': 'off', 'error.negotiation': 'json' } as const
      sandbox.gaps.set({ 'operations.beyond': 'panel', ...choices, ...fixed })
      return { prefix: `/~${name}`, sandbox, form: formOf(sandbox) }
    })
    const connection = new Connection(nestbox.url)
    const known = knownOf(nestbox)
    const requests = fc
      .constantFrom(...workspaces)
      .chain((workspace) => fc.tuple(fc.constant(workspace), apiRequest(known, workspace.prefix)))
    try {
      await fc.assert(
        fc.asyncProperty(requests, async ([{ sandbox, form }, request]) => {
          const before = [sandbox.info().checksum, nestbox.info().checksum]
          const reply = await connection.send(request)
          const isOfPage = reply.headers['content-type']?.startsWith('text/html')
          expectInvariants(
            reply,
            request.target.startsWith('/~') && isInSandbox(request.target) ? form : 'panel',
            request.method,
          )
          if (!isOfPage && reply.status < 300 && reply.body.length > 0) JSON.parse(reply.body.toString())
          const wrote =
            reply.status < 300 &&
            Object.values(allOperations).some(({ method }) => method !== 'GET' && method === request.method)
          if (!wrote) expect([sandbox.info().checksum, nestbox.info().checksum]).toEqual(before)
          expect(errors).toEqual([])
        }),
        settings(3),
      )
    } finally {
      connection.close()
    }
    // A world that the API has made must be one that a data file can hold.
    for (const { sandbox } of workspaces) await sandbox.load(sandbox.state())
    expect({}).not.toHaveProperty('evil')
    expect(readdirSync(folder)).toEqual([])
    const { status } = await fetch(`${nestbox.url}/_nestbox/health`)
    expect(status).toBe(200)
  },
  propertyTimeoutMs,
)

/** Whether a path is in one of the sandboxes above, whose gap settings decide the form of errors. */
const isInSandbox = (target: string): boolean =>
  Object.keys(worlds).some((name) => target.startsWith(`/~${name}/`) || target === `/~${name}`)
