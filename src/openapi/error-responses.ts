import { accepted, bearers, noToken, unknownToken, wrongKind } from '../http/authentication.ts'
import { bodyTooLarge, longestBody, unreadable, wrongType } from '../http/bodies/refusals.ts'
import { type RenderedError, renderError } from '../http/errors.ts'
import { limitFor, tooManyRequests } from '../http/rate-limit.ts'
import { headersOf } from './headers.ts'
import type { Json } from './plain-schema.ts'
import { type Asked, type Refused, refusalsOf } from './refusals.ts'

/** An error response of an operation. */
interface Case {
  readonly title: string
  readonly error: RenderedError
}

/** The error responses of an operation by status, with examples. */
export function errorResponses(asked: Asked, headers: Json): Json {
  const refusals = [...forTheToken(asked), ...forTheBody(asked), ...refusalsOf(asked), ...forTheRate(asked)]
  const cases = refusals.map(([title, error]): Case => ({ title, error: renderError(error, asked.gap) }))
  const pages = asked.gap('error.negotiation') === 'html' ? page : {}
  const statuses = [...new Set(cases.map(({ error }) => error.status))].sort((a, b) => a - b)
  const described = statuses.map((status): [number, Json] => {
    const own = cases.filter(({ error }) => error.status === status)
    const sent = headersOf(Object.assign({}, ...own.map(({ error }) => error.headers)))
    return [status, response(own, { ...headers, ...sent }, pages)]
  })
  const moved = { ...redirection, headers: { ...headers, ...headersOf({ Location: '' }) } }
  return Object.fromEntries(pages === page ? [[302, moved], ...described] : described)
}

/** The errors of requests whose `Accept` does not begin with JSON, where the gap `error.negotiation` is `html`. */
const page = { 'text/html': { schema: { type: 'string' } } }

const redirection = {
  description:
    'Instead of 401 and of an invalid field, where the header `Accept` does not begin with JSON: to the page where the user can correct the error.',
  content: page,
}

function response(cases: readonly Case[], headers: Json, pages: Json): Json {
  const titles = [...new Set(cases.map(({ title }) => title))]
  const [{ error } = { error: undefined }] = cases
  const hasBody = error !== undefined && error.body !== ''
  const content = {
    ...(hasBody && {
      [error.headers['Content-Type'] ?? 'application/json']: {
        schema: { $ref: '#/components/schemas/Error' },
        examples: examplesOf(cases),
      },
    }),
    ...pages,
  }
  return {
    description: titles.length === 1 ? titles[0] : titles.map((title) => `- ${title}`).join('\n'),
    headers,
    ...(Object.keys(content).length > 0 && { content }),
  }
}

const examplesOf = (cases: readonly Case[]): Json =>
  Object.fromEntries(cases.map(({ title, error }) => [slug(title), { summary: title, value: error.body }]))

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

/** Errors for a missing token, an unknown token, and tokens that the family does not accept. Section 5. */
function forTheToken({ endpoint }: Asked): readonly Refused[] {
  const { family } = endpoint.operation
  const wrong = 'The token is of a kind that the family does not accept.'
  return [
    ['No token was sent.', noToken()],
    ['The token is not known.', unknownToken()],
    ...bearers
      .filter((bearer) => !accepted[family].includes(bearer))
      .map((bearer): Refused => [wrong, wrongKind(family, bearer)]),
  ]
}

function forTheBody({ endpoint, gap }: Asked): readonly Refused[] {
  const { body } = endpoint.operation
  if (body === 'none') return []
  const wrong = gap('body.media-types') === 'refuse' ? 'of another media type, or ' : ''
  return [
    ['The body cannot be read.', unreadable(body)],
    ['The body is too large.', bodyTooLarge(`${longestBody[body]} bytes`)],
    [`The body is ${wrong}compressed in an unknown way.`, wrongType(body, 'text/plain')],
  ]
}

/** The refusal of the first request above the rate limit. Section 8. */
function forTheRate({ endpoint, gap }: Asked): readonly Refused[] {
  const limit = limitFor(endpoint.operation.family, gap)
  return limit === undefined ? [] : [['Too many requests in a minute.', tooManyRequests(limit, 60)]]
}
