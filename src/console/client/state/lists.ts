import { batch, computed, signal } from '@preact/signals'
import type {
  FaultList,
  GapList,
  Health,
  SandboxList,
  SnapshotList,
  TokenList,
} from '../../../sandboxes/model.ts'
import { type ApiDocument, type FormOperation, operationsOf } from '../pure/api-document.ts'
import { control } from './control.ts'

/** The latest responses of the control API; undefined until loaded. */
export const health = signal<Health | undefined>(undefined)
export const tokens = signal<TokenList['tokens'] | undefined>(undefined)
export const gaps = signal<GapList['gaps'] | undefined>(undefined)
export const faults = signal<FaultList | undefined>(undefined)
export const snapshots = signal<SnapshotList['snapshots'] | undefined>(undefined)
export const sandboxes = signal<SandboxList['sandboxes'] | undefined>(undefined)

/** Whether rows have changed since the checksum was computed. */
export const isChecksumOld = signal(false)

const apiDocument = signal<ApiDocument | undefined>(undefined)
export const operations = computed<FormOperation[] | undefined>(
  () => apiDocument.value && operationsOf(apiDocument.value),
)

/** Number of gaps that are not set to their default. */
export const turnedGaps = computed(
  () => gaps.value?.filter(({ choice, default: usual }) => choice !== usual).length ?? 0,
)

let writes = 0

/** Marks the checksum as outdated after a write. */
export function outdateChecksum(): void {
  writes += 1
  isChecksumOld.value = true
}

export async function loadHealth(): Promise<void> {
  const before = writes
  const now = await control<Health>('GET', 'health')
  batch(() => {
    health.value = now
    if (writes === before) isChecksumOld.value = false
  })
}

/** Loads the OpenAPI document, which depends on the world and on some gaps. */
export const loadDocument = async (): Promise<void> => {
  apiDocument.value = await control<ApiDocument>('GET', 'openapi.json')
}

export const loadSandboxes = async (): Promise<void> => {
  sandboxes.value = (await control<SandboxList>('GET', 'sandboxes')).sandboxes
}

/** Loads the fault rules, whose counters change with each request. */
export const loadFaults = async (): Promise<void> => {
  faults.value = await control<FaultList>('GET', 'faults')
}

export async function loadLists(): Promise<void> {
  const [tokenList, gapList, faultList, snapshotList] = await Promise.all([
    control<TokenList>('GET', 'tokens'),
    control<GapList>('GET', 'gaps'),
    control<FaultList>('GET', 'faults'),
    control<SnapshotList>('GET', 'snapshots'),
    loadHealth(),
    loadSandboxes(),
    loadDocument(),
  ])
  batch(() => {
    tokens.value = tokenList.tokens
    gaps.value = gapList.gaps
    faults.value = faultList
    snapshots.value = snapshotList.snapshots
  })
}
