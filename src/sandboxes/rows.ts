import { ControlError, check, Refusal } from '../contract/checking/errors-in.ts'
import { shown } from '../contract/checking/words.ts'
import { recordOf } from '../contract/objects.ts'
import type { Make } from '../fixtures/builder/new-row.ts'
import { singular } from '../fixtures/builder/relations.ts'
import { tooLargeWorld } from '../http/data-limits.ts'
import { type TableName, tableNames } from '../store/tables.ts'
import type { World } from '../store/world.ts'
import type { Sandbox, SandboxAdd } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import { tell } from './states.ts'
import { validateStart } from './validate-calls.ts'
import type { Workspace } from './workspace.ts'

const methods: readonly (keyof Make)[] = [
  ...tableNames,
  ...tableNames.map((table) => singular[table]),
  'rows',
]

/** The operations on the rows of a workspace. */
export function rowsPart(
  context: ServerContext,
  workspace: () => Workspace,
): Pick<Sandbox, 'add' | 'edit' | 'remove' | 'start' | 'finish'> {
  const { clock } = context
  /** Adds data to a world, which can delete idle sandboxes. @throws ControlError if the world becomes too large */
  async function grow<T>(here: Workspace, work: (world: World) => T): Promise<T> {
    const result = await write(context, here, (world) => {
      const made = work(world)
      const reason = tooLargeWorld(here.versions)
      if (reason !== undefined) throw new ControlError(413, reason)
      return made
    })
    context.workspaces.lighten()
    return result
  }
  async function add(method: keyof Make, ...given: unknown[]): Promise<unknown> {
    // The builder is loaded for the first new row, since most services never add one.
    const { maker } = await import('../fixtures/builder/maker.ts')
    try {
      return await grow(workspace(), (world) => {
        // Each method checks its parameters, since callers can be programs without types.
        const make = maker(world)[method] as (...given: readonly unknown[]) => unknown
        return make(...given)
      })
    } catch (error) {
      // The builder is so deep that the trace, which has ten lines, would not reach the call in the test.
      if (error instanceof Refusal) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    // `add` has the parameters and the result of each method.
    add: recordOf(methods, (method) => add.bind(undefined, method)) as SandboxAdd,
    async edit(table, id, fields) {
      const { edit } = await import('../fixtures/builder/maker.ts')
      const here = workspace()
      mustExist(here, table, id)
      return grow(here, (world) => edit(world, table, id, fields))
    },
    async remove(table, id) {
      const { removeRow } = await import('../store/remove-row.ts')
      const here = workspace()
      mustExist(here, table, id)
      return write(context, here, (world) => removeRow(world, table, id))
    },
    async start(count = 1) {
      check(validateStart, { count }, 'A start of work')
      const { start } = await import('../fixtures/builder/work.ts')
      return write(context, workspace(), (world) => start(world, clock(), count))
    },
    async finish() {
      const { finish } = await import('../fixtures/builder/work.ts')
      return write(context, workspace(), (world) => finish(world, clock()))
    },
  }
}

/** Starts or completes one row. */
export async function workOn(context: ServerContext, here: Workspace): Promise<void> {
  const { goOn } = await import('../fixtures/builder/work.ts')
  await write(context, here, (world) => goOn(world, context.clock()))
}

function mustExist({ world }: Workspace, table: TableName, id: number): void {
  if (!tableNames.includes(table)) {
    throw new ControlError(404, `There is no table ${shown(table)}; there are ${tableNames.join(', ')}.`)
  }
  if (!world.tables[table].get(id)) throw new ControlError(404, `There is no row ${shown(id)} in ${table}.`)
}

/** Writes to a world outside of a request; the write is durable when the promise resolves. */
async function write<T>(context: ServerContext, here: Workspace, work: (world: World) => T): Promise<T> {
  const { world } = here
  const { result, changes } = world.transaction(() => work(world))
  if (changes.length === 0) return result
  if (here.name === undefined) await context.keeper.commit(world, changes)
  tell(context, 'world', here)
  return result
}
