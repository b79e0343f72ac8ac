import { mediaTypes, type Operation } from '../../contract/operations.ts'
import { ApiError } from '../errors.ts'

/** The kinds of body that there are. */
export type BodyKind = Exclude<Operation['body'], 'none'>

/** Bytes that a body may have: JSON unpacked; of an upload a file in base64, with fields and heads of parts around it. */
export const longestBody: Readonly<Record<BodyKind, number>> = { json: 1_000_000, multipart: 2_500_000 }

/** Refuses a body by its size. @param limit how much it may have, in words behind "may have" */
export const bodyTooLarge = (limit: string): ApiError =>
  new ApiError('tooLarge', `The body is larger than this operation takes: it may have ${limit}.`)

const wholes: Readonly<Record<BodyKind, string>> = {
  json: 'a whole, well-formed JSON object',
  multipart: 'whole multipart/form-data with the boundary that its Content-Type names',
}

/** Refuses a body that is not what it says it is. */
export const unreadable = (kind: BodyKind): ApiError =>
  new ApiError('malformed', `The body cannot be read: it must be ${wholes[kind]}.`)

/** Refuses a body of another media type. @param type what the request says, empty if it says nothing */
export function wrongType(kind: BodyKind, type: string): ApiError {
  const found = type === '' ? 'and the header "Content-Type" must say so' : `not ${type}`
  return new ApiError('mediaType', `The body must be ${mediaTypes[kind]}, ${found}.`)
}
