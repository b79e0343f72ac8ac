import { ControlError, check } from '../../contract/checking/errors-in.ts'
import { shown } from '../../contract/checking/words.ts'
import type { RowPlan } from '../../fixtures/builder/new-row.ts'
import {
  Count,
  MadeRow,
  MadeRows,
  RowEdit,
  RowPlan as RowPlanSchema,
  StartOptions,
} from '../../sandboxes/model.ts'
import { validateStart } from '../../sandboxes/validate-calls.ts'
import type { TableName } from '../../store/tables.ts'
import { type ControlRoute, del, patch, post } from '../route.ts'

export const rowRoutes: readonly ControlRoute[] = [
  post('addRows', '/rows', {
    summary: 'Add rows to the world; all fields that are left out are filled in',
    body: {
      schema: RowPlanSchema,
      example: {
        servers: [{ owner: 'jo', status: 'suspended', backups: 3 }],
        backups: [{ count: 2, of: 1, is_successful: false }],
      },
      has: 'rows',
    },
    schema: MadeRows,
    isNew: true,
    // The builder checks the plan, with messages that name the row.
    handle: async ({ sandbox, body }) => ({ rows: await sandbox.add.rows(body as RowPlan) }),
  }),
  patch('editRow', '/rows/{table}/{id}', {
    summary: 'Replace fields of a row',
    params: { table: 'servers', id: '1' },
    body: { schema: RowEdit, example: { status: 'suspended', limits: { memory: 512 } } },
    schema: MadeRow,
    refusals: { 404: 'There is no such row.' },
    handle: async ({ sandbox, params: { table, id }, body }) => ({
      // `edit` checks the table, the id and the fields.
      row: await sandbox.edit(table as TableName, rowId(id), body as object),
    }),
  }),
  del('removeRow', '/rows/{table}/{id}', {
    summary: 'Remove a row, with the rows that are a part of it, such as the backups of a server',
    params: { table: 'servers', id: '1' },
    refusals: { 404: 'There is no such row.', 409: 'Other rows need this row.' },
    handle: ({ sandbox, params: { table, id } }) => sandbox.remove(table as TableName, rowId(id)),
  }),
  post('start', '/start', {
    summary: 'Start work: scheduled backups, and occasionally an installation',
    body: { schema: StartOptions, example: { count: 2 }, isOptional: true },
    schema: Count,
    handle: async ({ sandbox, body }) => {
      check(validateStart, body, 'A start of work')
      return { count: await sandbox.start(body.count) }
    },
  }),
  post('finish', '/finish', {
    summary: 'Complete all work in progress: running backups succeed, servers are installed or restored',
    schema: Count,
    handle: async ({ sandbox }) => ({ count: await sandbox.finish() }),
  }),
]

/** @throws ControlError for an invalid id, with the message of a row that does not exist */
function rowId(text = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new ControlError(404, `There is no row ${shown(text)}; the id of a row is an integer.`)
  return Number(text)
}
