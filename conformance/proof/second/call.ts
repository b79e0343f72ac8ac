import type { IncomingHttpHeaders } from 'node:http'
import type { Fields, ViewContext } from './views.ts'
import type { Row } from './world.ts'

/** Whose token it is. */
export type Holder = { kind: 'application' } | { kind: 'client'; user: Row<'users'> }

/** A request that was authorized for an operation; every path has one parameter or none. */
export interface Call {
  site: ViewContext
  holder: Holder
  parameter: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export type Operation = (call: Call) => Fields | Promise<Fields>

/** An error for a refused request; it must be thrown before any change. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 401 | 403 | 404

  constructor(status: 400 | 401 | 403 | 404, message: string) {
    super(message)
    this.status = status
  }
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

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText = (value: unknown): value is string => typeof value === 'string'

export const filled = (value: unknown): value is string => isText(value) && value.trim() !== ''

export const flag = (value: unknown): value is boolean => typeof value === 'boolean'

/** The fields of a JSON body that have a check. @throws Refusal if a value fails its check */
export function checked(call: Call, checks: Record<string, (value: unknown) => boolean>): Fields {
  const body = parseObject(call.body)
  const taken = Object.entries(checks).filter(([name]) => Object.hasOwn(body, name))
  for (const [name, fits] of taken)
    if (!fits(body[name])) throw new Refusal(400, `The field ${name} cannot be used.`)
  return Object.fromEntries(taken.map(([name]) => [name, body[name]]))
}

/** The row with an id from a path or a body. */
export const byId = <R extends { id: number }>(rows: R[], id: unknown): R | undefined =>
  rows.find((row) => String(row.id) === String(id))

/** The server of a path by its UUID, in any case. */
export const byUuid = ({ site, parameter }: Call) =>
  site.world.servers.find(({ uuid }) => uuid.toLowerCase() === parameter.toLowerCase())

export function found<R>(row: R | undefined): R {
  if (row === undefined) throw new Refusal(404, 'Not found.')
  return row
}
