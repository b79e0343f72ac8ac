import { faultList } from '../../faults/profiles.ts'
import type { FaultRule } from '../../faults/rule.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { ControlRoute } from '../route.ts'
import { FaultList, FaultOrProfile } from '../schemas.ts'

const listOf = ({ faults }: Sandbox) => faultList(faults.list())

export const faultRoutes: readonly ControlRoute[] = [
  {
    id: 'listFaults',
    method: 'GET',
    path: '/faults',
    summary: 'The rules that are played, how often each has hit, and the profiles there are',
    answer: { status: 200, schema: FaultList },
    handle: ({ sandbox }) => listOf(sandbox),
  },
  {
    id: 'addFault',
    method: 'POST',
    path: '/faults',
    summary: 'Add a rule, or those of a profile',
    body: {
      schema: FaultOrProfile,
      example: { operation: 'createUser', chain: [{ code: 503 }, { code: 503 }, 'pass'] },
      isCheckedLater: true,
    },
    answer: { status: 201, schema: FaultList },
    handle: ({ sandbox, body }) => {
      // Checked by the faults.
      sandbox.faults.add(body as FaultRule)
      return listOf(sandbox)
    },
  },
  {
    id: 'clearFaults',
    method: 'DELETE',
    path: '/faults',
    summary: 'Take all rules away',
    answer: { status: 204 },
    handle: ({ sandbox }) => sandbox.faults.clear(),
  },
  {
    id: 'deleteFault',
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Take a rule away',
    params: { id: '1' },
    answer: { status: 204 },
    refusals: { 404: 'There is no rule of that id.' },
    handle: ({ sandbox, params: { id = '' } }) => sandbox.faults.remove(id),
  },
]
