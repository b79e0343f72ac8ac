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

/** What the control API says, as it last said it; undefined until it has. */
export const health = signal<Health | undefined>(undefined)
export const tokens = signal<TokenList['tokens'] | undefined>(undefined)
export const gaps = signal<GapList['gaps'] | undefined>(undefined)
export const faults = signal<FaultList | undefined>(undefined)
export const snapshots = signal<SnapshotList['snapshots'] | undefined>(undefined)
export const sandboxes = signal<SandboxList['sandboxes'] | undefined>(undefined)

/** Whether rows have changed since the checksum was worked out. */
export const isChecksumOld = signal(false)

const apiDocument = signal<ApiDocument | undefined>(undefined)
export const operations = computed<FormOperation[] | undefined>(
  () => apiDocument.value && operationsOf(apiDocument.value),
)

/** How many gaps are turned away from their default. */
export const turnedGaps = computed(
  () => gaps.value?.filter(({ choice, default: usual }) => choice !== usual).length ?? 0,
)

let writes = 0

/** A write was seen: the checksum moves with the rows. */
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

/** The document has examples from this world and follows some gaps. */
export const loadDocument = async (): Promise<void> => {
  apiDocument.value = await control<ApiDocument>('GET', 'openapi.json')
}

export const loadSandboxes = async (): Promise<void> => {
  sandboxes.value = (await control<SandboxList>('GET', 'sandboxes')).sandboxes
}

/** Each request moves the counts of the rules. */
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
