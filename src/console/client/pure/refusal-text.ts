/** What the body of a refusal may hold: a problem document has a `detail`, an error of the mocked API has none. */
export interface Refusal {
  readonly detail?: string
  readonly errors?: readonly { readonly detail?: string }[]
}

export const withoutControl =
  'The mock runs without its control API (--no-control), so this page can show nothing live.'

/** A refusal in one sentence or two, however much was wrong. */
export function refusalText(status: number, { detail, errors }: Refusal): string {
  if (detail === undefined) {
    // Below `/_nestbox` only the mocked API answers like that, where nobody else does.
    return status === 404 && errors ? withoutControl : `The control API answered ${status}.`
  }
  const [first] = errors ?? []
  const others = (errors?.length ?? 0) - 1
  if (first?.detail === undefined || others < 1) return detail
  return `${first.detail} ${others === 1 ? 'One more field is' : `${others} more fields are`} wrong.`
}
