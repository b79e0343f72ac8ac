import type { TSchema } from '@sinclair/typebox'
import type { Context } from 'koa'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { ServerContext } from '../sandboxes/server-context.ts'
import type { Workspace } from '../sandboxes/workspace.ts'

/** What a route of the control API is asked. */
export interface ControlCall {
  readonly context: ServerContext
  /** The world that was picked, and what can be done with it. */
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>
  /** Without `sandbox`; who takes them checks them. */
  readonly query: Readonly<Record<string, unknown>>
  /** As its schema says; undefined for a route without one. */
  readonly body: unknown
  readonly ctx: Context
}

/** A query parameter that a route takes, beside `sandbox`, which all of them take. */
interface QueryParameter {
  readonly schema: TSchema
  readonly help: string
}

/** One route below `/_nestbox`: enough to serve it, to check what it is sent, and to describe it. */
export interface ControlRoute {
  /** Name of the operation, for clients that are generated. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters as `{name}`. */
  readonly path: string
  readonly summary: string
  /** An example for each parameter of the path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, QueryParameter>>
  readonly body?: {
    readonly schema: TSchema
    readonly example: unknown
    /** It is checked by who takes it, who says more clearly what is wrong than the schema would. */
    readonly isCheckedLater?: true
    /** No body says the same as an empty object. */
    readonly isOptional?: true
  }
  readonly answer: {
    readonly status: 200 | 201 | 204
    /** Of the JSON that comes back. */
    readonly schema?: TSchema
    /** Where it is not JSON: its media type, what it is, and a piece of it. */
    readonly type?: string
    readonly text?: string
    readonly example?: string
  }
  /** What it cannot do, beside reading what is no good. */
  readonly refusals?: { readonly [S in 404 | 409]?: string }
  /**
   * @returns the JSON to send; undefined where the route has answered itself
   * @throws ControlError and whatever else says in a sentence what was wrong
   */
  handle(call: ControlCall): unknown
}
