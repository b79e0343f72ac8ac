import type { Context } from 'koa'
import type { Credentials } from '../http/authentication.ts'
import type { ApiError } from '../http/errors.ts'
import type { ResponseState } from '../http/send.ts'
import type { Workspace } from '../sandboxes/workspace.ts'
import type { RepeatableCall } from './repeats.ts'

/** The state that the first middleware sets for a request. */
export interface RequestState extends ResponseState {
  workspace: Workspace
  /** Whether the path, without the sandbox, is one of the API, as that of nearly all requests. */
  isApi: boolean
  /** Why a request to the API is not served, whatever it is for. */
  refusal: ApiError | undefined
  /** The token of the request. */
  bearer: Credentials
  /** When the rate limit counted the request: milliseconds of `performance.now`. */
  countedAt?: number
  /** The call of which the request is one attempt, if a fault applies to it. */
  call?: RepeatableCall
  /** Why the upstream did not answer the request. */
  upstreamError?: string
}

/** A request to the API. */
export type ApiContext = Context & { state: RequestState }
