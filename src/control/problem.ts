import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import type { FieldError } from '../http/errors.ts'

/** Answers with a problem document (RFC 9457): errors of the tool itself, which are none of the API's. */
export function problem(ctx: Context, status: number, detail: string, errors?: readonly FieldError[]): void {
  ctx.status = status
  ctx.body = { type: 'about:blank', title: STATUS_CODES[status], status, detail, ...(errors && { errors }) }
  ctx.type = 'application/problem+json'
}
