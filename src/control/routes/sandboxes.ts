import { ControlError } from '../../contract/checking/errors-in.ts'
import { SandboxList } from '../../sandboxes/model.ts'
import { type ControlRoute, del, get } from '../route.ts'

export const sandboxRoutes: readonly ControlRoute[] = [
  get('listSandboxes', '/sandboxes', {
    summary: 'The existing sandboxes, the most recently used one last',
    schema: SandboxList,
    handle: ({ context }) => ({
      sandboxes: context.workspaces
        .sandboxes()
        .map(({ name, journal }) => ({ name, requests: journal.size })),
    }),
  }),
  del('deleteSandbox', '/sandboxes/{name}', {
    summary: 'Delete a sandbox; its next use creates it again',
    params: { name: 'checkout-test' },
    refusals: { 404: 'There is no sandbox of that name.' },
    handle: ({ context, params: { name = '' } }) => {
      if (!context.workspaces.forget(name)) throw new ControlError(404, `There is no sandbox "${name}".`)
    },
  }),
]
