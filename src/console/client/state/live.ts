import { batch, effect } from '@preact/signals'
import type { LoggedRequest, WorldInfo } from '../../../sandboxes/model.ts'
import { checksumWait } from '../pure/checksum-wait.ts'
import { readEvents, type StreamEvent } from '../pure/read-events.ts'
import { connection } from './connection.ts'
import { access, askControl, ControlError } from './control.ts'
import { follow, forgetTables } from './data.ts'
import {
  controls,
  faults,
  gaps,
  health,
  isChecksumOld,
  loadHealth,
  loadLists,
  operations,
  outdateChecksum,
  snapshots,
  tokens,
} from './lists.ts'
import { addRequests, loadRequests } from './requests.ts'

/** Milliseconds without data until the connection counts as lost; the server sends a comment every 15 seconds. */
const patience = 40_000

const [shortestWait, longestWait] = [500, 15_000]

let wake: (() => void) | undefined

/** Retries at once. */
export const reconnect = (): void => wake?.()

/** Keeps a connection to the event stream while the page is open. */
export async function stayLive(): Promise<never> {
  let wait = shortestWait
  addEventListener('online', reconnect)
  for (;;) {
    if (access.value.kind !== 'open') await opened()
    let why: string | undefined
    try {
      await listen(() => {
        wait = shortestWait
        connection.value = { kind: 'live' }
      })
    } catch (error) {
      if (error instanceof ControlError) {
        if (error.status === 401 || error.status === 403) continue
        why = error.message
      }
    }
    connection.value = { kind: 'lost', until: Date.now() + wait, why }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wait = Math.min(wait * 2, longestWait)
  }
}

const opened = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (access.value.kind !== 'open') return
      queueMicrotask(() => stop())
      resolve()
    })
  })

/** Loads the lists after the stream is open, so that no event is missed. */
async function listen(onLive: () => void): Promise<void> {
  const ended = new AbortController()
  try {
    const response = await askControl('GET', 'events', { signal: ended.signal })
    if (!response.body) throw new TypeError('The stream has no body.')
    await Promise.all([controls.load(), loadLists(), loadRequests()])
    forgetTables()
    onLive()
    for await (const event of readEvents(response.body, patience)) take(event)
  } finally {
    ended.abort()
  }
}

const lists = { tokens, gaps, faults, snapshots }

const isList = (event: string): event is keyof typeof lists => Object.hasOwn(lists, event)

function take({ event, data }: StreamEvent): void {
  const content = JSON.parse(data)
  if (event === 'request') arrive(content)
  else if (event === 'world') replaceWorld(content)
  else if (isList(event)) lists[event].take(content)
  if (event === 'gaps') quietly(operations.load())
}

function replaceWorld(world: WorldInfo): void {
  batch(() => {
    if (health.value) health.value = { ...health.value, world }
    isChecksumOld.value = false
  })
  forgetTables()
  // Names of users are in the list of tokens, and examples in the operations.
  quietly(loadLists())
}

let arrived: LoggedRequest[] = []
let flushed = 0
let timer: ReturnType<typeof setTimeout> | undefined

function arrive(request: LoggedRequest): void {
  arrived.push(request)
  // A load test sends thousands of requests a second, so the page renders them in batches.
  if (timer === undefined) timer = setTimeout(flush, Math.max(15, flushed + 150 - performance.now()))
}

function flush(): void {
  timer = undefined
  flushed = performance.now()
  const batchOfThem = arrived
  arrived = []
  const changes = batch(() => {
    const fresh = addRequests(batchOfThem)
    follow(fresh)
    return fresh
  })
  if (changes.length > 0) refreshChecksum()
  // The counts of the rules change with each request.
  if (faults.value?.rules.length) quietly(faults.load())
}

let refreshing: ReturnType<typeof setTimeout> | undefined
/** Milliseconds that the latest checksum took, the time when it arrived, and the time of the latest write. */
let [cost, refreshed, written] = [0, 0, 0]

function refreshChecksum(): void {
  outdateChecksum()
  const now = performance.now()
  const wait = checksumWait({ now, written, refreshed, cost })
  written = now
  clearTimeout(refreshing)
  refreshing = setTimeout(async () => {
    const started = performance.now()
    await loadHealth().catch(() => {})
    refreshed = performance.now()
    cost = refreshed - started
  }, wait)
}

/** Ignores errors, because the banner of the connection shows them. */
const quietly = (promise: Promise<void>): void => {
  promise.catch(() => {})
}
