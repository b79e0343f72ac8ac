import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { type AnyOperationId, allOperations } from '../contract/companions.ts'
import { methods } from '../contract/operations.ts'
import { closed, mapOf, moment, oneOf, partial, stringOrNull } from '../contract/schemas/data.ts'
import { tableNames } from '../store/tables.ts'
import { sandboxName } from '../util/names.ts'
import type { Immutable } from '../util/objects.ts'

/** Characters of a path in a search; the path and query of a request may have no more. */
const longestPath = 8_192

const rowOrNull = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], description })

/** Headers, and the parsed body if it is JSON; tokens and passwords are redacted. */
export const Message = closed({
  headers: mapOf(Type.String()),
  body: Type.Unknown({
    description:
      'null without a body. A body above the size limit of the log is replaced by a sentence that says so.',
  }),
})

/** Headers, and the parsed body if it is JSON; tokens and passwords are redacted. */
export type Message = Immutable<Static<typeof Message>>

/** A row that a request changed. */
export const RowChange = closed({
  table: oneOf(tableNames),
  id: Type.Integer(),
  before: rowOrNull('null for a new row.'),
  after: rowOrNull('null for a removed row.'),
})

/** A row that a request changed. */
export type RowChange = Immutable<Static<typeof RowChange>>

/** One request of the log: `GET requests`, `POST requests/find`, the event `request`. */
export const LoggedRequest = closed({
  id: Type.Integer({
    description: 'Ascending in each world, also after its sandbox was deleted and made again.',
  }),
  at: moment('Time of arrival'),
  method: Type.String(),
  path: Type.String({ description: 'Path and query, without the prefix of the sandbox.' }),
  operation: stringOrNull({
    description: 'Id of the operation that the request was for; null for a path without an operation.',
  }),
  status: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Status of the response; null if the connection was closed without a response.',
  }),
  duration: Type.Number({ description: 'Milliseconds until the response was ready.' }),
  owner: stringOrNull({ description: 'The owner of the token; null without a known token.' }),
  request: Message,
  response: Message,
  assumed: Type.Array(Type.String(), { description: 'Gaps that the response depends on.' }),
  fault: stringOrNull({ description: 'The fault that was applied, such as `code=503`; null if none was.' }),
  upstream: stringOrNull({
    description:
      'URL of the upstream to which the request was sent on; null for a request that this server answered itself.',
  }),
  end: oneOf(['response', 'client', 'fault'], {
    description:
      'How the request ended: with a response, because the client closed the connection, or by a fault that closed it.',
  }),
  repeats: Type.Integer({
    description: 'Number of automatic repetitions of the request by a browser, after a broken connection.',
  }),
  changes: Type.Array(RowChange, { description: 'The rows that all attempts of the request changed.' }),
})

/** One request of the log: `GET requests`, `POST requests/find`, the event `request`. */
export type LoggedRequest = Immutable<Static<typeof LoggedRequest>>

/** `GET requests`, oldest first, and `POST requests/find`. */
export const RequestList = closed({ requests: Type.Array(LoggedRequest) })

/** `GET requests`, oldest first, and `POST requests/find`. */
export type RequestList = Immutable<Static<typeof RequestList>>

/** The fields that select calls by operation and method. */
export const CallFields = partial({
  // The ids without a name for their type, which the published types could not import.
  operation: oneOf(Object.keys(allOperations) as { [I in AnyOperationId]: I }[AnyOperationId][], {
    description: 'Id of an operation of the document, or of a companion.',
  }),
  method: Type.Unsafe<string>(oneOf([...methods, 'HEAD'], { description: 'Method of the request.' })),
})

/** The criteria of `POST requests/count` and `POST requests/find`; a request must meet all that are given. */
export const RequestCriteria = partial({
  ...CallFields.properties,
  path: Type.String({
    pattern: `^(?!/~${sandboxName.pattern}(?:/|$))[/*][^#]*$`,
    maxLength: longestPath,
    says: 'a path that starts with / or *, without sandbox, such as /api/application/* or /api/application/users?page=2',
    description:
      'Path, or path and query, such as `/api/application/users?page=2`; `*` stands for any characters.',
  }),
  status: Type.Integer({ minimum: 100, maximum: 599, description: 'Status of the response.' }),
  body: Type.Unknown({ description: 'A part that the JSON body of the request must contain.' }),
  since: Type.Integer({ minimum: 0, description: 'Only requests with a higher id.' }),
})

/** The criteria of `POST requests/count` and `POST requests/find`; a request must meet all that are given. */
export type RequestCriteria = Immutable<Static<typeof RequestCriteria>>
