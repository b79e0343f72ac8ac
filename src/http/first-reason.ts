import type { TrackedGaps } from '../gaps/track-gaps.ts'
import type { Endpoint } from '../routes/endpoint.ts'
import type { RequestState } from '../sandboxes/server-context.ts'
import { tokenIn } from './authentication.ts'
import { ApiError, type Problem } from './errors.ts'
import { rateHeaders } from './rate-limit.ts'

/** A refused request to an operation. */
interface Refused {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly authorization: string | undefined
  readonly state: RequestState
  readonly gap: TrackedGaps
}

/** The refusals over which an unknown resource in the path can take precedence. Section 7. */
const laterThanPath: readonly Problem[] = ['wrongKind', 'tooMany', 'invalid']

/** The refusals whose requests may be left out of the rate limit. Section 8. */
const spared: readonly Problem[] = ['unknownResource', 'malformed']

/** The refusal to send where several apply; the gap `rate.headers` can take the request out of the rate limit. */
export function firstReason(error: ApiError, refused: Refused): ApiError {
  const first = laterThanPath.includes(error.problem) ? (missing(refused) ?? error) : error
  if (spared.includes(first.problem)) spare(refused)
  return first
}

/** The refusal of an unknown resource in the path, where the gap `checks.order` puts it first. */
function missing({ endpoint, params, state, gap }: Refused): ApiError | undefined {
  try {
    endpoint.find({ tables: state.workspace.world.tables, gap: gap.read, base: state.base }, params)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return gap.read('checks.order') === 'path-first' ? error : undefined
  }
}

function spare({ endpoint, authorization, state, gap }: Refused): void {
  const isCounted = rateHeaders.some((name) => name in state.headers)
  if (!isCounted || gap.read('rate.headers') === 'count') return
  const { workspace } = state
  const token = tokenIn(authorization, workspace.tokens)
  if (token) workspace.rates.spare(`${endpoint.operation.family} ${token.userId}`)
  const others = Object.entries(state.headers).filter(([name]) => !rateHeaders.some((each) => each === name))
  state.headers = Object.fromEntries(others)
}
