import type { LoggedRequest } from '../../../sandboxes/model.ts'
import { hashOf } from '../pure/route.ts'
import { plural } from './text.tsx'
import { Pairs } from './view.tsx'

export const Method = ({ method }: Readonly<{ method: string }>) => (
  <span class={`method ${method === 'GET' ? '' : method === 'DELETE' ? 'bad' : 'good'}`}>{method}</span>
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
export const Status = ({ status, text = '' }: Readonly<{ status: number | null; text?: string }>) => (
  <span class={`status ${toneOf(status)}`}>
    {status === null ? text || 'none' : `${status} ${text}`.trim()}
  </span>
)

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' })

/** The time of day to the second; the tooltip has the full timestamp. */
export const Time = ({ at }: Readonly<{ at: string }>) => (
  <time dateTime={at} title={at}>
    {clock.format(new Date(at))}
  </time>
)

export const milliseconds = (duration: number): string =>
  duration < 10_000 ? `${duration.toFixed(duration < 10 ? 1 : 0)} ms` : `${(duration / 1000).toFixed(1)} s`

/** The server that a request was sent on to, its fault, and the attempts that a browser added to it. */
export const Marks = ({ of: { upstream, fault, repeats } }: Readonly<{ of: LoggedRequest }>) => (
  <>
    {upstream && (
      <span class="tag" title={`Sent on to ${upstream}`}>
        upstream
      </span>
    )}
    {fault && (
      <span class="tag bad" title={`fault: ${fault}`}>
        {fault}
      </span>
    )}
    {repeats > 0 && (
      <span
        class="tag repeats"
        title={`The connection broke, and the browser repeated the request ${plural(repeats, 'time')}.`}
      >
        × {repeats + 1}
      </span>
    )}
  </>
)

/** Links to gaps. */
export const GapLinks = ({ ids }: Readonly<{ ids: readonly string[] }>) => (
  <p class="buttons">
    {ids.map((id) => (
      <a key={id} class="button small mono" href={hashOf('gaps', id)}>
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
export const Headers = ({ of }: Readonly<{ of: Readonly<Record<string, string>> }>) => (
  <details>
    <summary>Headers</summary>
    <Pairs of={Object.entries(of)} />
  </details>
)
