import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { hashOf } from '../pure/route.ts'
import { plural } from './text.tsx'

export const Method = ({ method }: { readonly method: string }) => (
  <span class={`method ${method === 'GET' ? 'reads' : method === 'DELETE' ? 'deletes' : 'writes'}`}>
    {method}
  </span>
)

/** The colour class of a status: success, refused (4xx), or failed (5xx or no response). */
export function toneOf(status: number | null): 'good' | 'warn' | 'bad' {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/**
 * A status as number and colour.
 * @param text follows the number, or replaces it if there was no response
 */
export const Status = ({ status, text = '' }: { readonly status: number | null; readonly text?: string }) => (
  <span class={`status ${toneOf(status)}`}>
    {status === null ? text || 'none' : `${status} ${text}`.trim()}
  </span>
)

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** The time of day to the second; the tooltip has the full timestamp. */
export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={at}>
    {clock.format(new Date(at))}
  </time>
)

export const milliseconds = (duration: number): string =>
  duration < 10
    ? `${duration.toFixed(1)} ms`
    : duration < 10_000
      ? `${Math.round(duration)} ms`
      : `${(duration / 1000).toFixed(1)} s`

/** A note about the attempts that a browser added to a request. */
export const Repeats = ({ of: { repeats } }: { readonly of: Pick<LoggedRequest, 'repeats'> }) =>
  repeats === 0 ? null : (
    <span
      class="tag repeats"
      title={`The connection broke, and the browser repeated the request ${plural(repeats, 'time')}.`}
    >
      × {repeats + 1}
    </span>
  )

/** Links to gaps. */
export const GapLinks = ({ ids }: { readonly ids: readonly string[] }) => (
  <p>
    {ids.map((id) => (
      <a key={id} class="chip mono" href={hashOf('gaps', id)}>
        {id}
      </a>
    ))}
  </p>
)

/** The gaps that a request ran into. */
export const GapsOf = ({ assumed }: Pick<LoggedRequest, 'assumed'>) =>
  assumed.length === 0 ? null : (
    <>
      <h3>Gaps of this request</h3>
      <GapLinks ids={assumed} />
    </>
  )

/** The headers of a message, folded. */
export const Headers = ({ of }: { readonly of: Readonly<Record<string, string>> }) => (
  <details>
    <summary>Headers</summary>
    <dl class="pairs mono">
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)
