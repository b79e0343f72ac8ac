import { ControlError } from '../../contract/checking/errors-in.ts'
import * as model from '../../sandboxes/model.ts'
import { states } from '../../sandboxes/states.ts'
import { del, type Group, get, group, patch, post } from '../route.ts'

/** How the server responds to requests. */
export const settings: readonly Group[] = [
  group(
    'Faults',
    'Errors, delays and broken connections on purpose.',
    get('listFaults', '/faults', {
      summary: 'The fault rules with their counts, and the available profiles',
      schema: model.FaultList,
      handle: ({ workspace }) => states.faults(workspace),
    }),
    post('addFault', '/faults', {
      summary: 'Add a rule, or the rules of a profile',
      body: {
        schema: model.FaultOrProfile,
        example: { operation: 'createUser', chain: [{ code: 503 }, { code: 503 }, 'pass'] },
      },
      schema: model.FaultList,
      isNew: true,
      handle: ({ sandbox, workspace, body }) => {
        sandbox.faults.add(body)
        return states.faults(workspace)
      },
    }),
    del('clearFaults', '/faults', {
      summary: 'Delete all rules',
      handle: ({ sandbox }) => sandbox.faults.clear(),
    }),
    del('deleteFault', '/faults/{id}', {
      summary: 'Delete a rule',
      params: { id: '1' },
      refusals: { 404: 'There is no rule with that id.' },
      handle: ({ sandbox, params: { id = '' } }) => sandbox.faults.remove(id),
    }),
  ),
  group(
    'Gaps',
    'Questions that the document leaves open, with the choices of the mock.',
    get('listGaps', '/gaps', {
      summary: 'Every gap with its question, its choices and the current one',
      schema: model.GapList,
      handle: ({ workspace }) => states.gaps(workspace),
    }),
    patch('changeGaps', '/gaps', {
      summary: 'Set gaps; null removes a setting, and `profile` sets all gaps first',
      body: {
        schema: model.GapChanges,
        example: { 'page.over-maximum': 'refuse', 'status.created': null },
      },
      schema: model.GapList,
      handle: ({ sandbox, workspace, body }) => {
        sandbox.gaps.set(body)
        return states.gaps(workspace)
      },
    }),
  ),
  group(
    'Tokens',
    'The tokens and their permissions.',
    get('listTokens', '/tokens', {
      summary: 'The tokens with their users and the families that accept them',
      schema: model.TokenList,
      handle: ({ workspace }) => states.tokens(workspace),
    }),
    patch('changeTokens', '/tokens', {
      summary: 'Revoke, expire or downgrade tokens, or change their kind; null undoes all changes of a token',
      body: {
        schema: model.TokenChanges,
        example: { userClient: { status: 'revoked' }, rootClient: { rootAdministrator: false } },
      },
      schema: model.TokenList,
      refusals: { 404: 'There is no such token.' },
      handle: ({ sandbox, workspace, body }) => {
        sandbox.tokens.change(body)
        return states.tokens(workspace)
      },
    }),
    post('issueToken', '/tokens', {
      summary: 'Issue a token for a user, such as one that was just created',
      body: { schema: model.NewToken, example: { kind: 'client', user: 3 } },
      schema: model.TokenInfo,
      isNew: true,
      refusals: { 409: 'There is a token of that name already, or there are too many.' },
      handle: ({ sandbox, body }) => sandbox.tokens.issue(body),
    }),
  ),
  group(
    'Sandboxes',
    'Separate worlds in addition to the main one.',
    get('listSandboxes', '/sandboxes', {
      summary: 'The existing sandboxes, the most recently used one last',
      schema: model.SandboxList,
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
  ),
]
