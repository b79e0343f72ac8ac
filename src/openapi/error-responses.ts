import type { ReadGap } from '../gaps/gap-settings.ts'
import { authorize, credentials } from '../http/authentication.ts'
import { bodyTooLarge, longestBody, unreadable, wrongType } from '../http/bodies/refusals.ts'
import { ApiError, type RenderedError, renderError } from '../http/errors.ts'
import { limitFor, RateLimit } from '../http/rate-limit.ts'
import type { Token } from '../store/tokens.ts'
import { Tokens } from '../store/tokens.ts'
import type { DryRun, ExampleRequest } from './dry-run.ts'
import type { ExampleRows } from './example-rows.ts'
import { headersOf } from './headers.ts'
import type { Json } from './plain-schema.ts'
import { refusals } from './refusals.ts'

/** An error response of an operation. */
interface Case {
  readonly title: string
  readonly error: RenderedError
}

/** The error responses of an operation by status, with examples. */
export function errorResponses(
  operation: DryRun,
  request: ExampleRequest | undefined,
  { rows, tokens, headers }: { rows: ExampleRows; tokens: readonly Token[]; headers: Json },
): Json {
  const cases = [
    ...forTheToken(operation, rows, tokens),
    ...forTheBody(operation),
    ...(request ? forTheRequest(operation, request, rows) : []),
    ...forTheRate(operation),
  ]
  const statuses = [...new Set(cases.map(({ error }) => error.status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const own = cases.filter(({ error }) => error.status === status)
      return [
        status,
        response(own, {
          ...headers,
          ...headersOf(Object.assign({}, ...own.map(({ error }) => error.headers))),
        }),
      ]
    }),
  )
}

function response(cases: readonly Case[], headers: Json): Json {
  const titles = [...new Set(cases.map(({ title }) => title))]
  const [{ error } = { error: undefined }] = cases
  const hasBody = error !== undefined && error.body !== ''
  return {
    description: titles.length === 1 ? titles[0] : titles.map((title) => `- ${title}`).join('\n'),
    headers,
    ...(hasBody && {
      content: {
        [error.headers['Content-Type'] ?? 'application/json']: {
          schema: { $ref: '#/components/schemas/Error' },
          examples: examplesOf(cases),
        },
      },
    }),
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
function forTheToken(operation: DryRun, { tables }: ExampleRows, tokens: readonly Token[]): readonly Case[] {
  const { family } = operation.endpoint.operation
  const issued = new Tokens(tokens)
  const asked = (header: string | undefined) => () => authorize(family, credentials(header, issued), tables)
  const wrong = 'The token is of a kind that the family does not accept.'
  return [
    ...refused('No token was sent.', operation.gap, asked(undefined)),
    ...refused('The token is not known.', operation.gap, asked('Bearer unknown')),
    ...tokens.flatMap(({ token }) => refused(wrong, operation.gap, asked(`Bearer ${token}`))),
  ]
}

function refused(title: string, gap: ReadGap, ask: () => unknown): readonly Case[] {
  try {
    ask()
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [{ title, error: renderError(error, gap) }]
  }
}

const forTheRequest = (operation: DryRun, good: ExampleRequest, rows: ExampleRows): readonly Case[] =>
  refusals.flatMap(({ title, change }) => {
    const changed = change(good, { ...operation, rows })
    const outcome = changed && operation.send({ ...good, ...changed })
    return outcome && 'error' in outcome ? [{ title, error: outcome.error }] : []
  })

function forTheBody({ endpoint, gap }: DryRun): readonly Case[] {
  const { body } = endpoint.operation
  if (body === 'none') return []
  const tooLarge = bodyTooLarge(`${longestBody[body]} bytes`)
  return [
    { title: 'The body cannot be read.', error: renderError(unreadable(body), gap) },
    { title: 'The body is too large.', error: renderError(tooLarge, gap) },
    ...(gap('body.media-types') === 'refuse'
      ? [
          {
            title: 'The body is of another media type.',
            error: renderError(wrongType(body, 'text/plain'), gap),
          },
        ]
      : []),
  ]
}

/** Counts requests until the rate limit refuses one. Section 8. */
function forTheRate({ endpoint, gap }: DryRun): readonly Case[] {
  const limit = limitFor(endpoint.operation.family, gap)
  if (limit === undefined) return []
  const rates = new RateLimit()
  const askOn = () => {
    for (;;) rates.count('', 0, limit)
  }
  return refused('Too many requests in a minute.', gap, askOn)
}
