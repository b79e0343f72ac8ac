import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { onceFor } from '../../contract/once.ts'
import type { EventName, Published } from '../../sandboxes/events.ts'
import { states } from '../../sandboxes/states.ts'
import { logInside } from '../../util/log.ts'
import { nextTurn, timers } from '../../util/timers.ts'
import type { ControlCall } from '../route.ts'

/** Interval of comments that keep the connection alive, in milliseconds. */
const heartbeatMs = 15_000

/** Maximum bytes that wait for one listener, and for all listeners together; a slower listener is disconnected. */
const most = { forOne: 8_000_000, forAll: 64_000_000 }

/** A response to a listener, and the stream that it sends. */
interface Listening {
  readonly out: PassThrough
  readonly res: ServerResponse
}

const listening = new Set<Listening>()

const waitingFor = ({ out, res }: Listening): number =>
  out.readableLength + out.writableLength + res.writableLength

const isSlow = (each: Listening): boolean =>
  waitingFor(each) > Math.min(most.forOne, most.forAll / listening.size)

/** Settles after the last event that was made in its turn. */
let turns = Promise.resolve()

/** Does the work after that of others, with requests in between; then disconnects slow listeners if too much waits. */
function inTurn(work: () => void): Promise<void> {
  const done = turns.then(nextTurn).then(() => {
    work()
    const together = [...listening].reduce((sum, each) => sum + waitingFor(each), 0)
    if (together > most.forAll) for (const { out } of [...listening].filter(isSlow)) out.destroy()
  })
  turns = done.catch(() => {})
  return done
}

/** Sends the events of a workspace until the client disconnects. */
export function stream({ context, workspace, ctx }: ControlCall): void {
  const { name: own } = workspace
  // A sandbox can be deleted and created again while a client listens to its events.
  const now = () => context.workspaces.known(own ?? '') ?? workspace
  const out = new PassThrough()
  const self = { out, res: ctx.res }
  const end = () => out.end()
  const say = (text: () => string | Buffer) => {
    if (isSlow(self)) out.destroy()
    else if (out.writable) out.write(text())
  }
  const due = new Set<Inherited>()
  const sayDue = () => {
    for (const name of due) say(() => event(name, states[name](now())))
    due.clear()
  }
  listening.add(self)
  const unsubscribe = context.events.subscribe((published) => {
    const { name, workspace: from } = published
    if (from === own) say(() => bytesOf(published))
    // Settings of the whole server apply to sandboxes too, each of which shows them in its own way.
    else if (from === undefined && isInherited(name) && due.add(name).size === 1)
      inTurn(sayDue).catch((error: unknown) => logInside(context.log, error))
  }, end)
  const alive = timers.setInterval(() => say(() => ':\n\n'), heartbeatMs)
  alive.unref()
  out.once('close', () => {
    listening.delete(self)
    unsubscribe()
    timers.clearInterval(alive)
  })
  ctx.type = 'text/event-stream'
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = out
  say(() => ': listening\n\n')
}

type Inherited = 'gaps' | 'tokens' | 'faults'

const isInherited = (name: EventName): name is Inherited =>
  name === 'gaps' || name === 'tokens' || name === 'faults'

/** The bytes of an event, which all listeners to its world get. */
const bytesOf = onceFor(({ name, data }: Published) => event(name, data()))

const event = (name: EventName, data: unknown): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
