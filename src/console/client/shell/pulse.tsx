import { milliseconds, toneOf } from '../parts/request.tsx'
import { plural } from '../parts/text.tsx'
import { requests } from '../state/requests.ts'

const bars = 40

/** A bar chart of the latest requests: height by duration, colour by status. */
export function Pulse() {
  const latest = requests.value.slice(-bars)
  return (
    <div
      class="pulse"
      role="img"
      aria-label={
        latest.length === 0
          ? 'No requests yet'
          : `Bar chart of the latest ${plural(latest.length, 'request')}`
      }
    >
      {Array.from({ length: bars - latest.length }, (_, index) => (
        <span key={`none-${index}`} />
      ))}
      {latest.map(({ id, method, path, status, duration }) => (
        <span
          key={id}
          class={toneOf(status)}
          title={`${method} ${path}: ${status ?? 'no response'}, ${milliseconds(duration)}`}
          style={{ height: `${Math.min(100, 22 + 18 * Math.log2(1 + duration / 2))}%` }}
        />
      ))}
    </div>
  )
}
