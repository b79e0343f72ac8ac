import type { TSchema } from '@sinclair/typebox'
import type { Context } from 'koa'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import type { Workspace } from '../sandboxes/workspace.ts'

/** A request to a route of the control API. */
export interface ControlCall {
  readonly context: ServerContext
  /** The workspace that the path or the query names, and the operations on it. */
  readonly workspace: Workspace
  /** Looks up the workspace again, since a sandbox can be deleted while a route waits. */
  readonly find: () => Workspace
  readonly sandbox: Sandbox
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  /** Query parameters without `sandbox`; the route checks their values. */
  readonly query: Readonly<Record<string, unknown>>
  /**
   * The JSON body, undefined for a route without a body. It has the type of any parameter, since the operation of the
   * library checks it.
   */
  readonly body: never
  readonly ctx: Context
}

/** One route below `/_nestbox`, with the data to serve, check and describe it. */
export interface ControlRoute {
  /** The `operationId`, a method name in generated clients. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters as `{name}`. */
  readonly path: string
  readonly summary: string
  /** An example for each parameter of the path. */
  readonly params?: Readonly<Record<string, string>>
  /** Schemas of the query parameters; every route also has `sandbox`. */
  readonly query?: Readonly<Record<string, TSchema>>
  readonly body?: {
    readonly schema: TSchema
    readonly example: unknown
    /** A missing body stands for an empty object. */
    readonly isOptional?: true
    /** The large content of the body: a whole world, or rows to add; other bodies have far fewer values. */
    readonly has?: 'world' | 'rows'
  }
  /** The schema of a JSON response. */
  readonly schema?: TSchema
  /** Whether something is created: 201 instead of 200. */
  readonly isNew?: true
  /** The media type, a description and an example of a response that is not JSON. */
  readonly media?: { readonly type: string; readonly text: string; readonly example: string }
  /** Error responses of this route, in addition to those for invalid requests. */
  readonly refusals?: { readonly [S in 404 | 409]?: string }
  /**
   * @returns the value to send as JSON, or its JSON; undefined if the route has sent the response itself
   * @throws ControlError or another error with a status, see `refusedBy`
   */
  handle(call: ControlCall): unknown
}

/** The routes on one subject. */
export type Group = ReturnType<typeof group>

export const group = (name: string, text: string, ...routes: readonly ControlRoute[]) => {
  return { name, text, routes }
}

/** The status of the success response; 204 without a body. */
export const successOf = ({ schema, isNew, media }: ControlRoute): 200 | 201 | 204 =>
  isNew ? 201 : schema || media ? 200 : 204

/** A route of a method: its id, its path, and the rest. */
const routeOf =
  (method: ControlRoute['method']) =>
  (id: string, path: string, rest: Omit<ControlRoute, 'id' | 'method' | 'path'>): ControlRoute => ({
    ...{ id, method, path },
    ...rest,
  })

export const get = routeOf('GET')
export const post = routeOf('POST')
export const put = routeOf('PUT')
export const patch = routeOf('PATCH')
export const del = routeOf('DELETE')
