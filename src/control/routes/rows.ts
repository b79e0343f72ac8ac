import type { RowPlan } from '../../fixtures/builder/new-row.ts'
import type { ControlRoute } from '../route.ts'
import { MadeRows, RowPlan as RowPlanSchema } from '../schemas.ts'

export const rowRoutes: readonly ControlRoute[] = [
  {
    id: 'addRows',
    method: 'POST',
    path: '/rows',
    summary: 'Add rows to the world; all fields that are left out are filled in',
    body: {
      schema: RowPlanSchema,
      example: {
        servers: [{ owner: 'jo', status: 'suspended', backups: 3 }],
        backups: [{ count: 2, of: 1, is_successful: false }],
      },
      isCheckedLater: true,
    },
    answer: { status: 201, schema: MadeRows },
    // Checked by the builder, with messages that name the row.
    handle: async ({ sandbox, body }) => ({ rows: await sandbox.add.rows(body as RowPlan) }),
  },
]
