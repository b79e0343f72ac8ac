import { batch, effect, signal } from '@preact/signals'
import type { GapList, LoggedRequest, RequestList, WorldInfo } from '../../../sandboxes/model.ts'
import { readEvents } from '../pure/read-events.ts'
import { access, askControl, ControlError, connection } from './control.ts'
import { follow, forgetTables } from './data.ts'
import * as lists from './lists.ts'
import { addRequests, loadRequests, requests } from './requests.ts'
import { when } from './when.ts'

/** Milliseconds without data until the connection counts as lost; the server sends a comment every 15 seconds. */
const patience = 40_000

const [shortestWait, longestWait] = [500, 15_000]

/** Milliseconds that a hidden page counts as shown, since a user often returns to it at once. */
const grace = 10_000

/** Whether the page is shown. */
const isShown = signal(!document.hidden)

let hiding: ReturnType<typeof setTimeout> | undefined

function followVisibility(): void {
  clearTimeout(hiding)
  if (!document.hidden) isShown.value = true
  else
    hiding = setTimeout(() => {
      isShown.value = false
    }, grace)
}

/** Ends the wait for the next attempt. */
let endWait = (): void => {}

/** Retries at once. */
export const reconnect = (): void => endWait()

/**
 * Keeps a connection to the event stream while the page is shown. A browser has six connections to a server for all of
 * its pages, so hidden ones must not keep theirs.
 */
export async function stayLive(): Promise<never> {
  let wait = shortestWait
  addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', followVisibility)
  for (;;) {
    await when(() => (access.value.kind === 'open' && isShown.value) || undefined)
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
    if (!isShown.value) {
      connection.value = { kind: 'connecting' }
      continue
    }
    connection.value = { kind: 'lost', until: Date.now() + wait, why }
    await new Promise<void>((resolve) => {
      endWait = resolve
      setTimeout(resolve, wait)
    })
    wait = Math.min(wait * 2, longestWait)
  }
}

/** Loads the lists after the stream is open, so that no event is missed. */
async function listen(onLive: () => void): Promise<void> {
  const ended = new AbortController()
  const stop = effect(() => {
    if (!isShown.value) ended.abort()
  })
  try {
    const response = await askControl('GET', 'events', { signal: ended.signal })
    if (!response.body) throw new TypeError('The stream has no body.')
    await Promise.all([lists.controls.load(), lists.loadLists(), loadRequests()])
    forgetTables()
    onLive()
    for await (const { event, data } of readEvents(response.body, patience)) {
      // An event of a newer server may be unknown.
      reactions[event as keyof typeof reactions]?.(JSON.parse(data))
    }
  } finally {
    stop()
    ended.abort()
  }
}

/** The reaction of the page to each event. The server sends a list again when it changes. */
const reactions = {
  request: arrive,
  requests: replaceRequests,
  world: replaceWorld,
  tokens: lists.tokens.take,
  gaps: (list: GapList) => {
    lists.gaps.take(list)
    quietly(lists.operations.load())
  },
  faults: lists.faults.take,
  snapshots: lists.snapshots.take,
}

function replaceRequests(list: RequestList): void {
  arrived = []
  requests.value = list.requests
}

function replaceWorld(world: WorldInfo): void {
  batch(() => {
    if (lists.health.value) lists.health.take({ ...lists.health.value, world })
    lists.isChecksumOld.value = false
  })
  forgetTables()
  // Names of users are in the list of tokens, and examples in the operations.
  quietly(lists.loadLists())
}

let arrived: LoggedRequest[] = []

/** A load test sends thousands of requests a second, so the page renders them in batches. */
const flush = throttled(async () => {
  const all = arrived
  arrived = []
  const changes = batch(() => {
    const fresh = addRequests(all)
    follow(fresh)
    return fresh
  })
  if (changes.length > 0) {
    lists.outdateChecksum()
    refreshChecksum()
  }
  // The counts of the rules change with each request.
  if (lists.faults.value?.rules.length) quietly(lists.faults.load())
})

function arrive(request: LoggedRequest): void {
  arrived.push(request)
  flush()
}

const refreshChecksum = throttled(() => lists.loadHealth().catch(() => {}))

/**
 * A function that does something soon, and again after a rest if it was called meanwhile: the checksum of a large world
 * takes the server a while, and at most a twentieth of its time is for checksums.
 */
function throttled(work: () => Promise<void>): () => void {
  let isWanted = false
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (isWanted) {
      await wait(15)
      isWanted = false
      const started = performance.now()
      await work()
      await wait(Math.max(150, 20 * (performance.now() - started)))
    }
    isRunning = false
  }
  return () => {
    isWanted = true
    if (!isRunning) void run()
  }
}

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Ignores errors, because the banner of the connection shows them. */
const quietly = (promise: Promise<void>): void => {
  promise.catch(() => {})
}
