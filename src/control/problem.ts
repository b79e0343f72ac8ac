import { STATUS_CODES } from 'node:http'
import type { Context } from 'koa'
import { ControlError, Refusal } from '../contract/checking/errors-in.ts'
import { ApiError, type FieldError, fixedStatus } from '../http/errors.ts'
import { BadWorldData, NotKept } from '../store/errors.ts'
import { ownFault } from '../util/log.ts'

/** Responds with a problem document (RFC 9457). Errors of the control API never have the body of the mocked API. */
export function problem(ctx: Context, status: number, detail: string, errors?: readonly FieldError[]): void {
  ctx.status = status
  ctx.body = { type: 'about:blank', title: STATUS_CODES[status], status, detail, ...(errors && { errors }) }
  ctx.type = 'application/problem+json'
}

/** The status of an error, 500 for a bug of the mock; the detail if it is not the message; an entry for each bad field. */
export function refusedBy(error: unknown): {
  status: number
  detail?: string
  errors?: readonly FieldError[]
} {
  if (error instanceof ApiError) {
    const { problem, fields } = error
    return { status: fixedStatus(problem) ?? 422, ...(fields.length > 0 && { errors: fields }) }
  }
  if (error instanceof Refusal) {
    const { wrong } = error
    const status = error instanceof ControlError ? error.status : 422
    return { status, ...(wrong && { errors: [wrong] }) }
  }
  if (error instanceof BadWorldData) return { status: 422 }
  if (error instanceof NotKept) return { status: 507, detail: error.detail }
  return { status: 500, detail: ownFault }
}
