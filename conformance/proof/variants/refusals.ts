import { isTokenName } from '../../client/credentials.ts'
import { bodyOf, isGranted, type Middleware, type ProxyRequest, type ProxyResponse } from '../messages.ts'
import fixed from './refusal-bodies.json' with { type: 'json' }
import { type Variant, variantsOf } from './variant.ts'

/** Statuses of refusals; refusals with a successful status are in `successes`. */
const statuses = [400, 401, 403, 404, 409, 418, 419, 422, 302, 307, 451] as const

/** Bodies of refusals that quote the request. */
const echoes: Readonly<Record<string, (request: ProxyRequest) => unknown>> = {
  'an echo of the request': (request) => {
    const { method, path } = request
    return { error: 'no', method, path, input: bodyOf(request) }
  },
  'an echo as data': (request) => ({ message: 'no', data: bodyOf(request) }),
  'an echo as attributes': (request) => ({ object: 'error', attributes: bodyOf(request), message: 'no' }),
  'the rules that were broken': (request) => ({
    message: 'The given data was invalid.',
    errors: Object.fromEntries(Object.keys(bodyOf(request)).map((field) => [field, ['is invalid']])),
  }),
}

const headersOf = (status: number): Readonly<Record<string, string>> => {
  if (status < 300) return {}
  return status < 400 ? { location: '/auth/login' } : { 'content-type': 'application/json' }
}

/** Changes refusals. */
const refusing =
  (
    change: (request: ProxyRequest) => ProxyResponse,
    fits: (request: ProxyRequest) => boolean = () => true,
  ): Middleware =>
  async (request, next) => {
    const response = await next(request)
    return isGranted(response) || !fits(request) ? response : change(request)
  }

/** Refusals with a status and a body, which the document does not define. */
const refusedWith = (status: number, inWords: string): Variant => ({
  name: `refusals are ${status} with ${inWords}`,
  make: () =>
    refusing((request) => ({
      ...{ status, headers: headersOf(status) },
      ...(echoes[inWords] ? { json: echoes[inWords](request) } : fixed[inWords as keyof typeof fixed]),
    })),
})

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

export const refusals: readonly Variant[] = [
  ...variantsOf(statuses, [...Object.keys(fixed), ...Object.keys(echoes)], refusedWith),
  ...odd,
  // No clause excludes refusals with a successful status.
  ...['nothing', 'HTML', 'null', 'an empty list of errors', 'JSend'].map((body) => refusedWith(200, body)),
  ...granted,
]
