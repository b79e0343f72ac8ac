import { ControlError, check } from '../../contract/checking/errors-in.ts'
import { shown } from '../../contract/checking/words.ts'
import { seedUserIds } from '../../fixtures/names.ts'
import { bare } from '../../fixtures/scenarios/bare.ts'
import * as model from '../../sandboxes/model.ts'
import { states } from '../../sandboxes/states.ts'
import { validateSnapshotName, validateStart } from '../../sandboxes/validate-calls.ts'
import { enterState } from '../../sandboxes/world.ts'
import type { TableName } from '../../store/tables.ts'
import { mostSnapshots } from '../../store/versions.ts'
import { standardToday, World } from '../../store/world.ts'
import { dataOf, piecesOf, type WorldData } from '../../store/world-data.ts'
import { version } from '../../util/version.ts'
import { del, type Group, get, group, patch, post, put } from '../route.ts'

/** The smallest world in which the three named tokens work: only their two users. */
function smallWorld(): object {
  const world = new World({ seed: 'mine', scenario: 'bare', scale: 1, today: standardToday })
  bare(world)
  const { lastIds: _, tables, ...head } = dataOf(world)
  const { admin, owner } = seedUserIds
  return { ...head, tables: { ...tables, users: world.tables.users.rows([admin, owner]) } }
}

/** Characters of the texts that become bytes together: those of each row alone would take much longer. */
const longText = 65_536

/** The JSON of a world. */
function bytesOf(data: WorldData): Buffer {
  const parts: Buffer[] = []
  let text = ''
  for (const piece of piecesOf(data)) {
    text += typeof piece === 'string' ? piece : JSON.stringify(piece)
    if (text.length < longText) continue
    parts.push(Buffer.from(text))
    text = ''
  }
  return Buffer.concat([...parts, Buffer.from(text)])
}

/** @throws ControlError for an invalid id, with the message of a row that does not exist */
function rowId(text = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new ControlError(404, `There is no row ${shown(text)}; the id of a row is an integer.`)
  return Number(text)
}

const ofRow = { table: 'servers', id: '1' }

const snapshot = { name: 'before-checkout' }

const noSnapshot = { 404: 'There is no snapshot of that name.' }

/** The content of worlds. */
export const worlds: readonly Group[] = [
  group(
    'World',
    'The world as a whole: health, reset, export and import.',
    get('getHealth', '/health', {
      summary: 'The version of the server, and its world',
      schema: model.Health,
      handle: ({ context, sandbox }) => ({
        status: 'ok',
        version: version(),
        world: sandbox.info(),
        sandboxes: context.workspaces.sandboxes().length,
        deviations: context.options.deviations,
      }),
    }),
    post('reset', '/reset', {
      summary: 'Reset to the world at the start, or to another one; tokens, gaps and faults are kept',
      query: model.ResetOptions.properties,
      schema: model.WorldInfo,
      handle: ({ sandbox, query }) => sandbox.reset(query),
    }),
    get('getState', '/state', {
      summary: 'The whole world as JSON, in the format of a data file',
      schema: model.WorldState,
      // `sandbox.state` would copy the rows, and a text of all of them needs more memory than V8 may have left.
      handle: ({ workspace }) => bytesOf(dataOf(workspace.world)),
    }),
    put('putState', '/state', {
      summary: 'Replace the world',
      body: { schema: model.WorldState, example: smallWorld(), has: 'world' },
      schema: model.WorldInfo,
      // `sandbox.load` would copy the body, to which no other code has a reference.
      handle: ({ context, find, body }) => enterState(context, find, body),
    }),
  ),
  group(
    'Rows',
    'Rows in addition to those of the world, as a test needs them.',
    post('addRows', '/rows', {
      summary: 'Add rows to the world; all fields that are left out are filled in',
      body: {
        schema: model.RowPlan,
        example: {
          servers: [{ owner: 'jo', status: 'suspended', backups: 3 }],
          backups: [{ count: 2, of: 1, is_successful: false }],
        },
        has: 'rows',
      },
      schema: model.MadeRows,
      isNew: true,
      handle: async ({ sandbox, body }) => ({ rows: await sandbox.add.rows(body) }),
    }),
    patch('editRow', '/rows/{table}/{id}', {
      summary: 'Replace fields of a row',
      params: ofRow,
      body: { schema: model.RowEdit, example: { status: 'suspended', limits: { memory: 512 } } },
      schema: model.MadeRow,
      refusals: { 404: 'There is no such row.' },
      handle: async ({ sandbox, params: { table, id }, body }) => ({
        // `edit` checks the table.
        row: await sandbox.edit(table as TableName, rowId(id), body),
      }),
    }),
    del('removeRow', '/rows/{table}/{id}', {
      summary: 'Remove a row, with the rows that are a part of it, such as the backups of a server',
      params: ofRow,
      refusals: { 404: 'There is no such row.', 409: 'Other rows need this row.' },
      handle: ({ sandbox, params: { table, id } }) => sandbox.remove(table as TableName, rowId(id)),
    }),
    post('start', '/start', {
      summary: 'Start work: scheduled backups, and occasionally an installation',
      body: { schema: model.StartOptions, example: { count: 2 }, isOptional: true },
      schema: model.Count,
      handle: async ({ sandbox, body }) => {
        const asked: unknown = body
        check(validateStart, asked, 'A start of work')
        return { count: await sandbox.start(asked.count) }
      },
    }),
    post('finish', '/finish', {
      summary: 'Complete all work in progress: running backups succeed, servers are installed or restored',
      schema: model.Count,
      handle: async ({ sandbox }) => ({ count: await sandbox.finish() }),
    }),
  ),
  group(
    'Snapshots',
    'Saved states of the world.',
    get('listSnapshots', '/snapshots', {
      summary: 'The snapshots of the world, oldest first',
      schema: model.SnapshotList,
      handle: ({ workspace }) => states.snapshots(workspace),
    }),
    post('takeSnapshot', '/snapshots', {
      summary: 'Save the current world as a snapshot, which replaces one of the same name',
      body: { schema: model.SnapshotName, example: snapshot },
      schema: model.SnapshotInfo,
      isNew: true,
      refusals: { 409: `There are ${mostSnapshots} snapshots already, or they are too large together.` },
      handle: ({ sandbox, body }) => {
        const asked: unknown = body
        // Only the library has a default name.
        check(validateSnapshotName, asked, 'A snapshot')
        return sandbox.snapshot(asked.name)
      },
    }),
    post('restoreSnapshot', '/snapshots/{name}/restore', {
      summary: 'Restore a snapshot, which is kept',
      params: snapshot,
      schema: model.WorldInfo,
      refusals: noSnapshot,
      handle: ({ sandbox, params: { name } }) => sandbox.restore(name),
    }),
    del('deleteSnapshot', '/snapshots/{name}', {
      summary: 'Delete a snapshot',
      params: snapshot,
      refusals: noSnapshot,
      handle: ({ sandbox, params: { name = '' } }) => sandbox.forget(name),
    }),
  ),
]
