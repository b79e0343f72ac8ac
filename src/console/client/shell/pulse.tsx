import { milliseconds, plural, toneOf } from '../parts/request.tsx'
import { requests } from '../state/requests.ts'

const bars = 40

/** The latest requests as bars: as high as they took long, coloured as they went. */
export function Pulse() {
  const latest = requests.value.slice(-bars)
  return (
    <div
      class="pulse"
      role="img"
      aria-label={
        latest.length === 0 ? 'No request yet' : `The latest ${plural(latest.length, 'request')}, as bars`
      }
    >
      {Array.from({ length: bars - latest.length }, (_, index) => (
        <span key={`none-${index}`} />
      ))}
      {latest.map(({ id, method, path, status, duration }) => (
        <span
          key={id}
          class={toneOf(status)}
          title={`${method} ${path}: ${status ?? 'no answer'}, ${milliseconds(duration)}`}
          style={{ height: `${Math.min(100, 22 + 18 * Math.log2(1 + duration / 2))}%` }}
        />
      ))}
    </div>
  )
}
