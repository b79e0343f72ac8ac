import { computed, signal } from '@preact/signals'
import type {
  FaultList,
  GapInfo,
  GapList,
  Health,
  SandboxList,
  SnapshotList,
  TokenList,
} from '../../../sandboxes/model.ts'
import { type ApiDocument, type FormOperation, operationsOf } from '../pure/api-document.ts'
import { control } from './control.ts'

/** The latest response of a route of the control API, or a part of it; undefined until it is loaded. */
function list<R, T>(path: string, part: (response: R) => T) {
  const value = signal<T | undefined>(undefined)
  /** Replaces the value by that of a response, or of an event with the same data. */
  const take = (response: R): void => {
    value.value = part(response)
  }
  const load = async (): Promise<void> => {
    const before = value.peek()
    const response = await control<R>('GET', path)
    // Data that arrived meanwhile may be newer than this response.
    if (value.peek() === before) take(response)
    else await load()
  }
  return Object.assign(value, { take, load })
}

const all = <T>(response: T): T => response

export const health = list('health', all<Health>)
export const tokens = list('tokens', (response: TokenList) => response.tokens)
export const gaps = list('gaps', (response: GapList) => response.gaps)
export const faults = list('faults', all<FaultList>)
export const snapshots = list('snapshots', (response: SnapshotList) => response.snapshots)
export const sandboxes = list('sandboxes', (response: SandboxList) => response.sandboxes)

/** The operations of the mocked API, which depend on the world and on some gaps. */
export const operations = list('openapi.json', (document: ApiDocument) => operationsOf(document))

/** The operations of the control API. */
export const controls = list('control.json', (document: ApiDocument) => operationsOf(document))

export const controlNamed = (wanted: string): FormOperation | undefined =>
  controls.value?.find(({ id }) => id === wanted)

/** Whether a gap is not set to its default. */
export const isChanged = ({ choice, default: usual }: GapInfo): boolean => choice !== usual

export const changedGaps = computed(() => gaps.value?.filter(isChanged).length ?? 0)

/** Whether rows have changed since the checksum was computed. */
export const isChecksumOld = signal(false)

let writes = 0

/** Marks the checksum as outdated after a write. */
export function outdateChecksum(): void {
  writes += 1
  isChecksumOld.value = true
}

/** Loads the health, with the checksum of the world. */
export async function loadHealth(): Promise<void> {
  const before = writes
  await health.load()
  if (writes === before) isChecksumOld.value = false
}

export async function loadLists(): Promise<void> {
  const others = [tokens, gaps, faults, snapshots, sandboxes, operations]
  await Promise.all([loadHealth(), ...others.map(({ load }) => load())])
}
