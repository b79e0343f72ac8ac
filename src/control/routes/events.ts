import { PassThrough } from 'node:stream'
import type { EventName } from '../../sandboxes/events.ts'
import { states } from '../../sandboxes/states.ts'
import { timers } from '../../util/timers.ts'
import { type ControlCall, type ControlRoute, get } from '../route.ts'

/** Interval of comments that keep the connection alive, in milliseconds. */
const heartbeatMs = 15_000

/** Maximum bytes that wait for one listener, and for all listeners together; a slower listener is disconnected. */
const most = { forOne: 8_000_000, forAll: 64_000_000 }

let listeners = 0

export const eventRoutes: readonly ControlRoute[] = [
  get('listen', '/events', {
    summary: 'Server-sent events: `request`, `world`, `snapshots`, `gaps`, `tokens`, `faults`',
    media: {
      type: 'text/event-stream',
      text: 'Server-sent events with one line of JSON each, as in the response of the `GET` route. A request that changes a world causes no event `world`: the event `request` has the changed rows.',
      example: 'event: snapshots\ndata: {"snapshots":[]}\n\n',
    },
    handle: stream,
  }),
]

function stream({ context, workspace, ctx }: ControlCall): void {
  const { name: own } = workspace
  // A sandbox can be deleted and created again while a client listens to its events.
  const now = () => context.workspaces.known(own ?? '') ?? workspace
  const out = new PassThrough()
  const end = () => out.end()
  const say = (text: string | Buffer) => {
    if (out.readableLength + out.writableLength > Math.min(most.forOne, most.forAll / listeners))
      out.destroy()
    else if (out.writable) out.write(text)
  }
  listeners += 1
  const unsubscribe = context.events.subscribe(({ name, workspace: from, data, once }) => {
    if (from === own) say(once('own', () => event(name, data())))
    // Settings of the whole server apply to sandboxes too.
    else if (from === undefined && isInherited(name))
      say(once(`of ${own}`, () => event(name, states[name](now()))))
  })
  const alive = timers.setInterval(() => say(':\n\n'), heartbeatMs)
  alive.unref()
  context.events.ended.addEventListener('abort', end)
  out.once('close', () => {
    listeners -= 1
    unsubscribe()
    timers.clearInterval(alive)
    context.events.ended.removeEventListener('abort', end)
  })
  ctx.type = 'text/event-stream'
  ctx.set('X-Accel-Buffering', 'no')
  ctx.body = out
  say(': listening\n\n')
}

const isInherited = (name: EventName) => name === 'gaps' || name === 'tokens' || name === 'faults'

const event = (name: EventName, data: unknown): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
