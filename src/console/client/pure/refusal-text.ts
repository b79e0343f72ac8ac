/** The body of an error response: a problem document has a `detail`, an error of the mocked API has none. */
export interface Refusal {
  readonly detail?: string
  readonly errors?: readonly { readonly detail?: string }[]
}

export const withoutControl =
  'The control API of the mock server is disabled (--no-control), so this page cannot show live data.'

/** An error response in one or two sentences, however many fields are wrong. */
export function refusalText(status: number, { detail, errors }: Refusal): string {
  if (detail === undefined) {
    // Below `/_nestbox`, the mocked API responds only where there is no control API.
    return status === 404 && errors ? withoutControl : `The control API responded with ${status}.`
  }
  const [first] = errors ?? []
  const others = (errors?.length ?? 0) - 1
  if (first?.detail === undefined || others < 1) return detail
  return `${first.detail} ${others === 1 ? 'One more field is' : `${others} more fields are`} wrong.`
}
