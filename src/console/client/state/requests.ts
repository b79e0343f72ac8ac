import { signal } from '@preact/signals'
import type { LoggedRequest, RequestList, RowChange } from '../../../sandboxes/model.ts'
import { control } from './control.ts'
import { when } from './when.ts'

/** Number of requests that the page keeps, so that its memory is bounded. */
const kept = 1000

/** The requests of this world, oldest first. */
export const requests = signal<readonly LoggedRequest[]>([])

/** The id of the first request after the page was loaded. */
export const firstNew = signal(Number.POSITIVE_INFINITY)

/**
 * Adds entries, and replaces entries of requests that a browser has repeated since.
 * @returns the new changes
 */
export function addRequests(more: readonly LoggedRequest[]): RowChange[] {
  const byId = new Map(requests.value.map((request) => [request.id, request]))
  const fresh = more.flatMap((request) => {
    const known = byId.get(request.id)
    if (known && known.repeats >= request.repeats) return []
    byId.set(request.id, request)
    return [request.changes.slice(known?.changes.length ?? 0)]
  })
  if (fresh.length > 0) requests.value = [...byId.values()].sort((a, b) => a.id - b.id).slice(-kept)
  return fresh.flat()
}

export async function loadRequests(): Promise<void> {
  const list = (await control<RequestList>('GET', 'requests')).requests
  requests.value = list.slice(-kept)
  if (firstNew.value === Number.POSITIVE_INFINITY) firstNew.value = (list.at(-1)?.id ?? 0) + 1
}

export async function clearRequests(): Promise<void> {
  await control('DELETE', 'requests')
  requests.value = []
}

/** A header that marks the requests of this page in the log. */
export const markHeader = 'x-nestbox-console'

/** The log entry of a request with this mark; undefined if it does not arrive in time. */
export async function loggedAs(mark: string): Promise<LoggedRequest | undefined> {
  const find = () => requests.value.findLast(({ request }) => request.headers[markHeader] === mark)
  const seen = await when(find, 1200)
  if (seen) return seen
  const newest = requests.value.at(-1)?.id ?? 0
  const list = await control<RequestList>('GET', `requests?since=${newest}`).catch(() => undefined)
  addRequests(list?.requests ?? [])
  return find()
}
