import { parsed } from './form-body.ts'

/** The body of an error response: a problem document has a `detail`, an error of the mocked API has none. */
export interface Refusal {
  readonly detail?: string
  readonly errors?: readonly { readonly detail?: string }[]
}

/** An error of the mocked API about a field. */
interface FieldError {
  readonly detail?: unknown
  readonly meta?: { readonly source_field?: unknown }
}

/** The error messages of a 422 by field; an error about a part of a field belongs to the field. */
export function errorsByField(status: number | null, text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  // Any body is possible, so the loop checks each part before its use.
  const body = parsed(text) as { readonly errors?: unknown } | null | undefined
  if (status !== 422 || !Array.isArray(body?.errors)) return found
  for (const { detail, meta } of body.errors as readonly FieldError[]) {
    if (typeof meta?.source_field !== 'string' || typeof detail !== 'string') continue
    const [name = ''] = meta.source_field.split('.')
    found.set(name, found.has(name) ? `${found.get(name)} ${detail}` : detail)
  }
  return found
}

export const withoutControl =
  'The control API of the mock server is disabled (--no-control), so this page cannot show live data.'

/** An error response in one or two sentences, also if many fields are wrong. */
export function refusalText(status: number, { detail, errors }: Refusal): string {
  if (detail === undefined) {
    // Below `/_nestbox`, the mocked API responds only if the control API is disabled.
    return status === 404 && errors ? withoutControl : `The control API responded with ${status}.`
  }
  const [first] = errors ?? []
  const others = (errors?.length ?? 0) - 1
  if (first?.detail === undefined || others < 1) return detail
  return `${first.detail} ${others === 1 ? 'One more field is' : `${others} more fields are`} wrong.`
}
