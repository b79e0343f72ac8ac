import { isObject } from '../../../contract/objects.ts'

/** An entry of `errors`: the mocked API names the field in `meta`, the control API next to the detail. */
interface FieldError {
  readonly detail?: unknown
  readonly field?: unknown
  readonly meta?: { readonly source_field?: unknown }
}

/** The entries of the body of a response; any body is possible. */
const errorsIn = (body: unknown): readonly FieldError[] =>
  isObject(body) && Array.isArray(body['errors']) ? body['errors'].filter(isObject) : []

/**
 * The error messages in the body of a response by field.
 * @param names the fields of a form; an error about a part of a field belongs to the field, and any other to none
 */
export function errorsByField(body: unknown, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { detail, field, meta } of errorsIn(body)) {
    const path = meta?.source_field ?? field
    if (typeof path !== 'string' || typeof detail !== 'string') continue
    const name = names.find(
      (each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`),
    )
    if (name !== undefined) found.set(name, found.has(name) ? `${found.get(name)} ${detail}` : detail)
  }
  return found
}

export const withoutControl =
  'The control API of the mock server is disabled (--no-control), so this page cannot show live data.'

/** An error response in one or two sentences, also if many fields are wrong. */
export function refusalText(status: number, body: unknown): string {
  const errors = errorsIn(body)
  const detail = isObject(body) ? body['detail'] : undefined
  if (typeof detail !== 'string') {
    // Below `/_nestbox`, the mocked API responds only if the control API is disabled.
    return status === 404 && errors.length > 0 ? withoutControl : `The control API responded with ${status}.`
  }
  const [first] = errors
  const others = errors.length - 1
  if (typeof first?.detail !== 'string' || others < 1) return detail
  return `${first.detail} ${others === 1 ? 'One more field is' : `${others} more fields are`} wrong.`
}
