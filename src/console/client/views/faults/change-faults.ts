import type { FaultList, FaultRule } from '../../../../sandboxes/model.ts'
import { control } from '../../state/control.ts'
import { faults, loadFaults } from '../../state/lists.ts'

/** Adds a rule, or the rules of a profile. */
export async function addFault(fault: FaultRule | { readonly profile: string }): Promise<void> {
  faults.value = await control<FaultList>('POST', 'faults', fault)
}

export async function removeFault(id: string): Promise<void> {
  await control('DELETE', `faults/${encodeURIComponent(id)}`)
  await loadFaults()
}

export async function clearFaults(): Promise<void> {
  await control('DELETE', 'faults')
  await loadFaults()
}
