import type { FaultState } from '../faults/middleware.ts'
import type { Credentials } from '../http/authentication.ts'
import type { ApiError } from '../http/errors.ts'
import type { Workspace } from '../sandboxes/workspace.ts'

/** The state that the first middleware sets for a request. */
export interface RequestState extends FaultState {
  workspace: Workspace
  /** Whether the path, without the sandbox, is one of the API, as that of nearly all requests. */
  isApi: boolean
  /** Why a request to the API is not served, whatever it is for. */
  refusal: ApiError | undefined
  /** The token of the request. */
  bearer: Credentials
  /** Why the upstream did not answer the request. */
  upstreamError?: string
}
