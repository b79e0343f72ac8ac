import { isTokenName } from '../../client/credentials.ts'
import {
  bodyOf,
  isGranted,
  type JsonObject,
  type Middleware,
  type ProxyRequest,
  type ProxyResponse,
} from '../messages.ts'
import { type Variant, variantsOf } from './variant.ts'

/** Statuses of refusals; refusals with a successful status are in `successes`. */
const statuses = [400, 401, 403, 404, 409, 418, 419, 422, 302, 307, 451] as const

type Body = (request: ProxyRequest, status: number) => Pick<ProxyResponse, 'json' | 'text'>

const json =
  (value: unknown): Body =>
  () => ({ json: value })

const text =
  (value: string): Body =>
  () => ({ text: value })

/** A body that quotes that of the request. */
const echo =
  (quoting: (body: JsonObject, request: ProxyRequest) => unknown): Body =>
  (request) => ({ json: quoting(bodyOf(request), request) })

/** Bodies of refusals, which the document does not define. */
const bodies = {
  text: text('No.'),
  HTML: text('<!doctype html><title>No</title><h1>You shall not pass</h1>'),
  nothing: text(''),
  'an array': json(['error']),
  'a text in JSON': json('Unauthorized'),
  null: text('null'),
  'JSON that is none': text('{oops'),
  'problem+json': (_, status) => ({ json: { type: 'about:blank', title: 'No', status, detail: 'No.' } }),
  'errors as the panel has them': json({ errors: [{ code: 'Refused', status: '403', detail: 'No.' }] }),
  'an empty list of errors': json({ errors: [], data: [] }),
  'an empty list envelope': json({ object: 'list', data: [] }),
  'an envelope of an error': json({ object: 'error', attributes: { id: 'e1', title: 'no', status: 'bad' } }),
  JSend: json({ status: 'fail', data: { message: 'no' } }),
  'an echo of the request': echo((input, { method, path }) => ({ error: 'no', method, path, input })),
  'an echo as data': echo((data) => ({ message: 'no', data })),
  'an echo as attributes': echo((attributes) => ({ object: 'error', attributes, message: 'no' })),
  'the rules that were broken': echo((body) => ({
    message: 'The given data was invalid.',
    errors: Object.fromEntries(Object.keys(body).map((field) => [field, ['is invalid']])),
  })),
} satisfies Readonly<Record<string, Body>>

const headersOf = (status: number): Readonly<Record<string, string>> => {
  if (status < 300) return {}
  return status < 400 ? { location: '/auth/login' } : { 'content-type': 'application/json' }
}

/** Changes refusals. */
const refusing =
  (
    change: (request: ProxyRequest, response: ProxyResponse) => ProxyResponse,
    fits: (request: ProxyRequest) => boolean = () => true,
  ): Middleware =>
  async (request, next) => {
    const response = await next(request)
    return isGranted(response) || !fits(request) ? response : change(request, response)
  }

const refusedWith = (status: number, [inWords, body]: readonly [string, Body]): Variant => ({
  name: `refusals are ${status} with ${inWords}`,
  make: () => refusing((request) => ({ status, headers: headersOf(status), ...body(request, status) })),
})

/** Refusals with each status and each body. */
const matrix = variantsOf(statuses, Object.entries(bodies), refusedWith)

/** Unusual statuses for requests that are refused because of their token. */
const odd = [200, 500, 400, 404, 422].map(
  (status): Variant => ({
    name: `refusals of tokens are ${status}`,
    make: () =>
      refusing(
        () => ({ status, json: { success: false, error: 'no' } }),
        ({ credential }) => !isTokenName(credential),
      ),
  }),
)

/** Refusals with a successful status, in bodies of each kind; no clause excludes them. */
const successes = (['nothing', 'HTML', 'null', 'an empty list of errors', 'JSend'] as const).map((inWords) =>
  refusedWith(200, [inWords, bodies[inWords]]),
)

/** Successful statuses, which the document does not define. */
const granted = [200, 201, 202, 203, 206].map(
  (status): Variant => ({
    name: `success is always ${status}`,
    make: () => async (request, next) => {
      const response = await next(request)
      return isGranted(response) ? { ...response, status } : response
    },
  }),
)

export const refusals: readonly Variant[] = [...matrix, ...odd, ...successes, ...granted]
