import { STATUS_CODES } from 'node:http'
import type { WrongField } from '../contract/checking/errors-in.ts'
import type { SettableGapId } from '../contract/gaps/index.ts'
import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'

/** The error of one field of a request. */
export interface FieldError extends WrongField {
  /** The rules that the real panel names instead of `rule`, each in an entry; by default `rule`. */
  readonly panelRules?: readonly string[] | undefined
}

type Status = number | ((gap: ReadGap) => number)

const chosen =
  (id: SettableGapId) =>
  (gap: ReadGap): number =>
    numberAt(gap, id)

/** Every kind of refusal with its status, and a `code` where the status alone does not determine it. */
const problems = {
  malformed: { status: 400 },
  unauthenticated: { status: chosen('refusal.unknown-token') },
  wrongKind: { status: chosen('refusal.wrong-kind') },
  foreignServer: { status: chosen('refusal.foreign-server') },
  unknownResource: { status: chosen('status.unknown-resource') },
  notFound: { status: 404 },
  methodNotAllowed: { status: 405 },
  timeout: { status: 408 },
  notPossible: { status: 400, code: 'DisplayException' },
  conflict: { status: 409, code: 'ServerStateConflictException' },
  installing: { status: 403, code: 'HttpException' },
  tooLarge: { status: 413 },
  uriTooLong: { status: 414 },
  mediaType: { status: 415 },
  expectation: { status: 417 },
  invalid: { status: chosen('status.invalid'), code: 'ValidationException' },
  badFile: { status: chosen('status.bad-file'), code: 'InvalidFileUploadException' },
  tooMany: { status: 429 },
  headTooLarge: { status: 431 },
  internal: { status: 500 },
  notImplemented: { status: 501 },
  unavailable: { status: 503 },
  storage: { status: 507 },
  fault: { status: 500 },
} as const satisfies Record<string, { status: Status; code?: string }>

export type Problem = keyof typeof problems

/** The status of a problem; undefined for a problem whose status is a gap. */
export function fixedStatus(problem: Problem): number | undefined {
  const { status } = problems[problem]
  return typeof status === 'number' ? status : undefined
}

/** The statuses whose code in the real panel is their phrase, as in `NotFoundHttpException`. */
const named = [400, 404, 405, 408, 409, 410, 415, 422, 502, 503, 504]

/** Error codes of the real panel, by status; section 7 does not specify them. */
const codes: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    named.map((status) => [status, `${STATUS_CODES[status]?.replaceAll(' ', '')}HttpException`]),
  ),
  401: 'AuthenticationException',
  403: 'AccessDeniedHttpException',
  413: 'PostTooLargeException',
  429: 'ThrottleRequestsException',
}

/** The refusal of a request to the API; `renderError` turns it into a response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly problem: Problem
  readonly fields: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  /** Replaces the status of the problem. */
  readonly status: number | undefined

  constructor(
    problem: Problem,
    detail: string,
    { fields = [], headers = {}, status }: Partial<Pick<ApiError, 'fields' | 'headers' | 'status'>> = {},
  ) {
    super(detail)
    this.problem = problem
    this.fields = fields
    this.headers = headers
    this.status = status
  }
}

/** Maximum number of invalid fields that a response names. */
export const mostFields = 100

/** The refusal of invalid fields, with an entry for each, up to `mostFields`. */
export function invalid(...fields: readonly FieldError[]): ApiError {
  const told = fields.slice(0, mostFields)
  return new ApiError('invalid', told.map((field) => field.detail).join(' '), { fields: told })
}

/** The refusal of a request for which there is no room now. */
export const unavailable = (detail: string): ApiError =>
  new ApiError('unavailable', detail, { headers: { 'Retry-After': '1' } })

/** The refusal of an identifier in the path that names no resource. */
export const notFound = (what: string, identifier: string): ApiError =>
  new ApiError('unknownResource', `There is no ${what} "${identifier}".`)

/** An error as a response; the body depends on the gap `error.body`. */
export interface RenderedError {
  readonly status: number
  /** With the media type of the body, if there is a body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | string
}

export function renderError(error: ApiError, gap: ReadGap): RenderedError {
  const { problem, headers } = error
  const entry: { status: Status; code?: string } = problems[problem]
  const status = error.status ?? (typeof entry.status === 'function' ? entry.status(gap) : entry.status)
  const code = entry.code ?? codes[status] ?? 'HttpException'
  const shape = gap('error.body')
  if (shape === 'empty') return { status, headers, body: '' }
  const isProblem = shape === 'problem'
  const type = isProblem ? 'application/problem+json' : 'application/json'
  const { detail, named } = inWords(error, gap)
  const body = (isProblem ? problemBody : panelBody)(status, code, detail, named)
  return { status, headers: { ...headers, 'Content-Type': type }, body }
}

/** The sentences of the real panel that are the same for all requests. */
const panelDetails: Readonly<Partial<Record<Problem, string>>> = {
  unauthenticated: 'Unauthenticated.',
  wrongKind: 'This action is unauthorized.',
  unknownResource: 'The requested resource could not be found on the server.',
  foreignServer: 'The requested resource could not be found on the server.',
}

/** The sentence of an error and its fields, by the gap `error.words`. */
function inWords({ problem, message, fields }: ApiError, gap: ReadGap) {
  const detail = panelDetails[problem]
  const own = { detail: message, named: fields }
  if (detail === undefined && !fields.some(({ panelRules }) => panelRules)) return own
  if (gap('error.words') === 'own') return own
  const named = fields.flatMap((field) =>
    (field.panelRules ?? [field.rule]).map((rule): FieldError => ({ ...field, rule })),
  )
  return { detail: detail ?? message, named }
}

const panelBody = (status: number, code: string, detail: string, fields: readonly FieldError[]) => ({
  errors:
    fields.length === 0
      ? [{ code, status: String(status), detail }]
      : fields.map((field) => ({
          code,
          status: String(status),
          detail: field.detail,
          meta: { source_field: field.field, rule: field.rule },
        })),
})

const problemBody = (status: number, code: string, detail: string, fields: readonly FieldError[]) => ({
  type: 'about:blank',
  // RFC 9457 uses the phrase of the status as the title for the type `about:blank`.
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  code,
  ...(fields.length > 0 && { errors: fields.map(({ field, rule, detail }) => ({ field, rule, detail })) }),
})
