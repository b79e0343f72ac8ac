import { STATUS_CODES } from 'node:http'
import type { SettableGapId } from '../contract/gaps/index.ts'
import { numberAt, type ReadGap } from '../gaps/gap-settings.ts'

/** What is wrong with one field of a request. */
export interface FieldError {
  /** Dotted path, as in `environment.MAX_PLAYERS`. */
  readonly field: string
  /** The rule that is broken, in the words that validators of such panels use. */
  readonly rule: string
  /** One sentence: what was wrong and what would be right. */
  readonly detail: string
  /** The rules that the real panel names in its place, an entry each; by default the same one. */
  readonly panelRules?: readonly string[] | undefined
}

/** Which field is wrong, where a message says the rest. */
export type Wrong = Pick<FieldError, 'field' | 'rule'>

type Status = number | ((gap: ReadGap) => number)

const chosen =
  (id: SettableGapId) =>
  (gap: ReadGap): number =>
    numberAt(gap, id)

/** Every way in which the API refuses, with its status; `code` where the status alone does not tell it. */
const problems = {
  malformed: { status: 400 },
  unauthenticated: { status: chosen('refusal.unknown-token') },
  wrongKind: { status: chosen('refusal.wrong-kind') },
  foreignServer: { status: chosen('refusal.foreign-server') },
  unknownResource: { status: chosen('status.unknown-resource') },
  notFound: { status: 404 },
  methodNotAllowed: { status: 405 },
  timeout: { status: 408 },
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
  unavailable: { status: 503 },
  fault: { status: 500 },
} as const satisfies Record<string, { status: Status; code?: string }>

export type Problem = keyof typeof problems

/** The status of a problem; undefined for one whose status is a gap. */
export function fixedStatus(problem: Problem): number | undefined {
  const { status } = problems[problem]
  return typeof status === 'number' ? status : undefined
}

/** Names that clients of the real panel know, by status. Section 7 leaves them open. */
const codes: Readonly<Record<number, string>> = {
  400: 'BadRequestHttpException',
  401: 'AuthenticationException',
  403: 'AccessDeniedHttpException',
  404: 'NotFoundHttpException',
  405: 'MethodNotAllowedHttpException',
  408: 'RequestTimeoutHttpException',
  409: 'ConflictHttpException',
  410: 'GoneHttpException',
  413: 'PostTooLargeException',
  415: 'UnsupportedMediaTypeHttpException',
  422: 'UnprocessableEntityHttpException',
  429: 'ThrottleRequestsException',
  500: 'HttpException',
  502: 'BadGatewayHttpException',
  503: 'ServiceUnavailableHttpException',
  504: 'GatewayTimeoutHttpException',
}

/** A request that the API refuses. Everything that refuses throws this; one place renders it. */
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
    more: {
      fields?: readonly FieldError[]
      headers?: Readonly<Record<string, string>>
      status?: number
    } = {},
  ) {
    super(detail)
    this.problem = problem
    this.fields = more.fields ?? []
    this.headers = more.headers ?? {}
    this.status = more.status
  }
}

/** Bad fields that a response names. */
export const mostFields = 100

/** Refuses fields, one entry for each. */
export function allInvalid(fields: readonly FieldError[]): ApiError {
  const told = fields.slice(0, mostFields)
  return new ApiError('invalid', told.map((field) => field.detail).join(' '), { fields: told })
}

/** Refuses fields that can be counted beforehand. */
export const invalid = (...fields: FieldError[]): ApiError => allInvalid(fields)

/** Refuses an identifier in the path that names nothing. */
export const notFound = (what: string, identifier: string): ApiError =>
  new ApiError('unknownResource', `There is no ${what} "${identifier}".`)

/** An error as it goes out: status, headers and body by the gap `error.body`. */
export interface RenderedError {
  readonly status: number
  /** With the media type of the body, if there is one. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export function renderError(error: ApiError, gap: ReadGap): RenderedError {
  const { problem, headers } = error
  const entry: { status: Status; code?: string } = problems[problem]
  const usual = typeof entry.status === 'function' ? entry.status(gap) : entry.status
  const status = error.status ?? usual
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

/** The sentence of an error and its fields, in the words that `error.words` chooses. */
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
  // RFC 9457 has it so for a type of `about:blank`.
  title: STATUS_CODES[status] ?? 'Error',
  status,
  detail,
  code,
  ...(fields.length > 0 && { errors: fields.map(({ field, rule, detail }) => ({ field, rule, detail })) }),
})
