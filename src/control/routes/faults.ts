import type { FaultRule } from '../../faults/schemas.ts'
import { FaultList, FaultOrProfile } from '../../sandboxes/model.ts'
import { states } from '../../sandboxes/states.ts'
import { type ControlRoute, del, get, post } from '../route.ts'

export const faultRoutes: readonly ControlRoute[] = [
  get('listFaults', '/faults', {
    summary: 'The fault rules with their counts, and the available profiles',
    schema: FaultList,
    handle: ({ workspace }) => states.faults(workspace),
  }),
  post('addFault', '/faults', {
    summary: 'Add a rule, or the rules of a profile',
    body: {
      schema: FaultOrProfile,
      example: { operation: 'createUser', chain: [{ code: 503 }, { code: 503 }, 'pass'] },
    },
    schema: FaultList,
    isNew: true,
    handle: ({ sandbox, workspace, body }) => {
      // `add` checks the rule.
      sandbox.faults.add(body as FaultRule)
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
]
