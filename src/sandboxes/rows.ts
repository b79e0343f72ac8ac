import type { Make } from '../fixtures/builder/new-row.ts'
import { singular } from '../fixtures/builder/relations.ts'
import { tableNames } from '../store/tables.ts'
import type { SandboxAdd } from './sandbox.ts'
import type { ServerContext } from './server-context.ts'
import type { Workspace } from './workspace.ts'
import { infoOf } from './world.ts'

const methods: readonly (keyof Make)[] = [
  ...tableNames,
  ...tableNames.map((table) => singular[table]),
  'rows',
]

/** Adds rows to the world of a workspace. */
export function addPart(context: ServerContext, workspace: () => Workspace): SandboxAdd {
  async function add(method: keyof Make, given: readonly unknown[]): Promise<unknown> {
    // Loaded by the first row, since most services never add one.
    const { maker } = await import('../fixtures/builder/maker.ts')
    const here = workspace()
    const { world } = here
    const { result, changes } = world.transaction(() => {
      // Each method checks what it is given, as callers may be programs without types.
      const make = maker(world)[method] as (...given: readonly unknown[]) => unknown
      return make(...given)
    })
    if (here.name === undefined) await context.commit(world, changes)
    here.versions.written(changes)
    context.events.publish('world', here.name, () => infoOf(here))
    return result
  }
  // One method for each, with the parameters and the result of that name.
  return Object.fromEntries(
    methods.map((method) => [method, (...given: unknown[]) => add(method, given)]),
  ) as unknown as SandboxAdd
}
