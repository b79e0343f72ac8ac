import { mediaTypes, type Operation } from '../../contract/operations.ts'
import { ApiError } from '../errors.ts'

/** The kinds of request body. */
export type BodyKind = Exclude<Operation['body'], 'none'>

/** Maximum bytes of a body: of decompressed JSON; of an upload, for a file in base64, fields and the heads of parts. */
export const longestBody: Readonly<Record<BodyKind, number>> = { json: 1_000_000, multipart: 2_500_000 }

/** The refusal of a body that is too large. @param limit in words that follow "may have" */
export const bodyTooLarge = (limit: string): ApiError =>
  new ApiError('tooLarge', `The body is too large for this operation: it may have ${limit}.`)

const wholes: Readonly<Record<BodyKind, string>> = {
  json: 'a whole, well-formed JSON object',
  multipart: 'whole multipart/form-data with the boundary that its Content-Type names',
}

/** The refusal of a body that is not valid for its media type. */
export const unreadable = (kind: BodyKind): ApiError =>
  new ApiError('malformed', `The body cannot be read: it must be ${wholes[kind]}.`)

/** The refusal of a body of another media type. @param type the `Content-Type` of the request, or an empty text */
export function wrongType(kind: BodyKind, type: string): ApiError {
  const found = type === '' ? 'and the header "Content-Type" must say so' : `not ${type}`
  return new ApiError('mediaType', `The body must be ${mediaTypes[kind]}, ${found}.`)
}
