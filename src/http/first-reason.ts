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

/** The reasons that a path that names nothing may come before. Section 7. */
const laterThanPath: readonly Problem[] = ['wrongKind', 'tooMany', 'invalid']

/** The reasons for which a request may not count. Section 8. */
const spared: readonly Problem[] = ['unknownResource', 'malformed']

/** The reason that a request is refused for, where several apply; the request counts no more where a gap says so. */
export function firstReason(error: ApiError, refused: Refused): ApiError {
  const first = laterThanPath.includes(error.problem) ? (missing(refused) ?? error) : error
  if (spared.includes(first.problem)) spare(refused)
  return first
}

/** The refusal of a path that names nothing, where that comes first. */
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
