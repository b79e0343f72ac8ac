/** The colour family of a status: good, refused, broken, or none at all. */
export function toneOf(status: number | null): 'good' | 'warn' | 'bad' {
  if (status === null || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/**
 * A status, told by its number and not by its colour alone.
 * @param text what stands behind the number, or in the place of one that never came
 */
export const Status = ({ status, text = '' }: { readonly status: number | null; readonly text?: string }) => (
  <span class={`status ${toneOf(status)}`}>
    {status === null ? text || 'none' : `${status} ${text}`.trim()}
  </span>
)
