import type { FaultList, FaultRule } from '../../../../sandboxes/model.ts'
import { control } from '../../state/control.ts'
import { faults } from '../../state/lists.ts'

/** Plays a rule or a profile from now on. */
export async function addFault(fault: FaultRule | { readonly profile: string }): Promise<void> {
  faults.value = await control<FaultList>('POST', 'faults', fault)
}
