import { Button } from '../parts/buttons.tsx'
import { Options } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { milliseconds, toneOf } from '../parts/request.tsx'
import { plural } from '../parts/text.tsx'
import { hashOf, type ViewId, viewIds, viewNames } from '../pure/route.ts'
import { connection } from '../state/control.ts'
import { changedGaps, faults, health, isChecksumOld, sandboxes, snapshots, tokens } from '../state/lists.ts'
import { consoleOf, go, here, sandbox } from '../state/place.ts'
import { requests } from '../state/requests.ts'
import { nextTheme, theme } from '../state/theme.ts'
import { openHelp } from './keys.tsx'
import { Logo } from './logo.tsx'

/** The side bar: the world, the menu of views, the latest requests, and what concerns all views. */
export const Side = () => (
  <header class="side">
    <div class="bar brand">
      <Logo />
      <span>Nestbox</span>
    </div>
    <WorldPicker />
    <nav class="nav" aria-label="Views">
      {viewIds.map((id, index) => (
        <a key={id} class="entry" href={hashOf(id)} aria-current={isCurrent(id)}>
          <Icon name={id} />
          <span class="nav-name">{viewNames[id]}</span>
          <Count of={counts[id]} />
          <span class="nav-key" aria-hidden="true">
            {index + 1}
          </span>
        </a>
      ))}
    </nav>
    <div class="side-foot">
      <Pulse />
      <ConnectionLine />
      <div class="side-buttons">
        <a
          class="bare"
          href={hashOf('reference')}
          title="Reference of the API"
          aria-label="Reference of the API"
          aria-current={isCurrent('reference')}
        >
          <Icon name="reference" />
        </a>
        <Button icon={theme.value} title={`Colours: ${theme.value}. Change`} press={nextTheme} />
        <Button icon="help" title="Keys (?)" press={openHelp} />
      </div>
    </div>
  </header>
)

const isCurrent = (view: ViewId) => (here.value.view === view ? 'page' : undefined)

/** The current world, and a menu of the others. */
function WorldPicker() {
  const world = health.value?.world
  const names = new Set(sandboxes.value?.map(({ name }) => name))
  if (sandbox !== undefined) names.add(sandbox)
  return (
    <div class="world-picker">
      <label>
        <span class="unseen">World</span>
        <select
          value={sandbox ?? ''}
          onFocus={() => void sandboxes.load().catch(() => {})}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '+') {
              location.href = consoleOf(value === '' ? undefined : value)
              return
            }
            event.currentTarget.value = sandbox ?? ''
            go('worlds', 'new')
          }}
        >
          <option value="">main world</option>
          <Options all={[...names].sort().map((name) => [name, `~${name}`])} />
          <option value="+">another sandbox …</option>
        </select>
      </label>
      <p class="mono quiet tiny cut" title="seed and scenario">
        {world ? `${world.seed} · ${world.scenario}` : '\u00a0'}
      </p>
      <p class="mono quiet tiny cut">
        <Checksum />
      </p>
    </div>
  )
}

/** The checksum of all rows; it is in italics while the server computes a new checksum after a write. */
export const Checksum = () => (
  <span
    class={isChecksumOld.value ? 'pending' : ''}
    aria-busy={isChecksumOld.value}
    title={isChecksumOld.value ? 'checksum of all rows, being computed' : 'checksum of all rows'}
  >
    {health.value?.world.checksum ?? '\u00a0'}
  </span>
)

type Counted = readonly [count: () => number | undefined, noun: string, rest?: string, tone?: 'warn' | 'bad']

const idle = () => tokens.value?.filter(({ status }) => status !== 'active').length

/** The counts in the menu. */
const counts: Partial<Record<ViewId, Counted>> = {
  requests: [() => requests.value.length, 'request', ' in the log'],
  tokens: [idle, 'token', ' revoked or expired', 'warn'],
  gaps: [() => changedGaps.value, 'gap', ' changed'],
  faults: [() => faults.value?.rules.length, 'active fault', '', 'bad'],
  worlds: [() => snapshots.value?.length, 'snapshot'],
}

function Count({ of }: Readonly<{ of: Counted | undefined }>) {
  const [count, noun = '', rest = '', tone = ''] = of ?? []
  const number = count?.() ?? 0
  if (number === 0) return <span />
  const says = plural(number, noun) + rest
  return (
    <span class={`tag ${tone}`} title={says}>
      {number}
      <span class="unseen"> {says.replace(/^\S+ /, '')}</span>
    </span>
  )
}

const bars = 40

/** A bar chart of the latest requests: height by duration, colour by status. */
function Pulse() {
  const count = Math.min(bars, requests.value.length)
  const label = count === 0 ? 'No requests yet' : `Bar chart of the latest ${plural(count, 'request')}`
  return (
    <div class="pulse" role="img" aria-label={label}>
      {Array.from({ length: bars }, (_, at) => requests.value.at(at - bars)).map((request, at) => {
        if (!request) return <span key={at} />
        const { method, path, status, duration } = request
        return (
          <span
            key={at}
            class={toneOf(status)}
            title={`${method} ${path}: ${status ?? 'no response'}, ${milliseconds(duration)}`}
            style={{ height: `${Math.min(100, 22 + 18 * Math.log2(1 + duration / 2))}%` }}
          />
        )
      })}
    </div>
  )
}

const tones = { connecting: '', live: 'good', lost: 'bad' } as const

/** The state of the connection to the server. */
function ConnectionLine() {
  const state = connection.value
  const lost = state.kind === 'lost' && state.why !== undefined ? 'not live' : 'connection lost'
  return (
    <p class={`bar connection ${tones[state.kind]}`} role="status">
      <span class="dot" aria-hidden="true" />
      {{ live: 'live', lost, connecting: 'connecting …' }[state.kind]}
    </p>
  )
}
