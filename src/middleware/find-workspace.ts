import type { Context, Middleware } from 'koa'
import { trackGaps } from '../gaps/track-gaps.ts'
import { credentials } from '../http/authentication.ts'
import { ApiError, invalid } from '../http/errors.ts'
import { refuse } from '../http/refuse.ts'
import { securityHeaders } from '../http/response-headers.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import { isSandboxName, sandboxName, sandboxPrefix } from '../util/names.ts'
import type { RequestState } from './request-state.ts'

/** The header that names the sandbox of a request, as an alternative to the prefix `/~name` of the path. */
const headerName = 'X-Nestbox-Sandbox'

const header = headerName.toLowerCase()

/**
 * Finds the workspace of a request: `/~name/api/...`, or `/api/...` with the header `X-Nestbox-Sandbox`, is the same API
 * in a world of its own, and so is the control API. Later middleware gets the path without the prefix `/~name`.
 */
export function findWorkspace({ workspaces, options }: ServerContext): Middleware<RequestState> {
  return (ctx, next) => {
    const { state, path } = ctx
    const found = path.startsWith('/~') ? sandboxPrefix.exec(path) : null
    const rest = found ? path.slice(found[0].length) || '/' : path
    if (found) ctx.path = rest
    state.isApi = rest.startsWith('/api/')
    const inHeader = String(ctx.req.headers[header] ?? '')
    state.refusal = wrongSandbox(found?.[1], inHeader)
    const name = found?.[1] ?? (state.refusal || inHeader === '' ? undefined : inHeader)
    state.lookUp = () => {
      state.workspace = name === undefined ? workspaces.main : workspaces.peek(name)
      state.bearer = credentials(ctx.req.headers.authorization, state.workspace.tokens)
      // Only a request to the API with an active token creates a sandbox, which may delete others, or counts as a use.
      if (state.isApi && state.bearer.token?.status === 'active') workspaces.use(state.workspace)
    }
    state.lookUp()
    state.headers = securityHeaders(state.workspace.gapSettings.gap)
    // A client of the API sends its header again; responses of the control API are used by other clients too.
    const prefix = found?.[0] ?? (state.isApi || name === undefined ? '' : `/~${name}`)
    state.base = origin(ctx, options.baseUrl) + prefix
    return next()
  }
}

function wrongSandbox(inPath: string | undefined, inHeader: string): ApiError | undefined {
  if (inHeader === '') return undefined
  const isValid = isSandboxName(inHeader)
  if (isValid && (inPath ?? inHeader) === inHeader) return undefined
  const must = isValid
    ? `be "${inPath}", which the path names, or be left out`
    : `be the name of a sandbox: ${sandboxName.says}`
  return invalid({ field: headerName, rule: 'same', detail: `The header \`${headerName}\` must ${must}.` })
}

/** The origin of URLs in the response; without a `Host` header, the local address of the connection. */
function origin(ctx: Context, baseUrl: string | undefined): string {
  if (baseUrl !== undefined) return baseUrl
  const { host } = ctx.req.headers
  if (host) return `http://${host}`
  const { localAddress = '127.0.0.1', localPort } = ctx.socket
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** Maximum characters of the path and the query of a request together. */
const longestUrl = 8_192

/** Refuses a request to the API whose URL is too long, or whose sandbox is not clear. */
export const refuseUnclear: Middleware<RequestState> = (ctx, next) => {
  const { refusal, workspace } = ctx.state
  const { length } = ctx.req.url ?? ''
  const error = length > longestUrl ? tooLong(length) : refusal
  return error === undefined ? next() : refuse(ctx, error, trackGaps(workspace.gapSettings.gap))
}

const tooLong = (length: number): ApiError =>
  new ApiError('uriTooLong', `The path and query may have ${longestUrl} characters together, not ${length}.`)
