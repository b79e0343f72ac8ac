import type { IncomingHttpHeaders } from 'node:http'
import type { Fields } from './envelopes.ts'
import { Refusal } from './refusal.ts'
import type { Holder } from './tokens.ts'
import type { ViewContext } from './views.ts'

/** A request that was authorized for an operation; every path has one parameter or none. */
export interface Call {
  site: ViewContext
  holder: Holder
  parameter: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Operation = (call: Call) => Fields

export function jsonBody(call: Call): Fields {
  return parseObject(call.body)
}

export function parseObject(text: Buffer | string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text.toString())
  } catch {
    throw new Refusal(400, 'This is not JSON.')
  }
  if (!isObject(value)) throw new Refusal(400, 'This is not a JSON object.')
  return value
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The row with an id from a path or a body. */
export function byId<Row extends { id: number }>(rows: Row[], id: unknown): Row | undefined {
  return rows.find((row) => String(row.id) === String(id))
}

export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Refusal(404, 'There is no such thing here.')
  return row
}
