import { ApiError } from '../../http/errors.ts'
import type { View } from '../../resources/view.ts'
import type { ServerRow } from '../../store/rows.ts'
import type { Call } from '../endpoint.ts'
import { refuseForeign, refuseUnavailable, serverByUuid } from '../lookup.ts'

/** The handling of requests about a server of the caller that is available. @throws ApiError for another server */
export const onOwnServer = <B = unknown>(
  handle: (call: Call<B>, server: ServerRow) => object | undefined,
) => ({
  subject: (view: View, { server_uuid }: Call['params']) => serverByUuid(view, server_uuid),
  handle(call: Call<B>, server: ServerRow) {
    refuseForeign(call, server)
    refuseUnavailable(call.view, server)
    return handle(call, server)
  },
})

/** @param most null for no limit @throws ApiError where a server has as many as it may have */
export function refuseAtLimit({ name }: ServerRow, what: string, count: number, most: number | null): void {
  if (most === null || count < most) return
  throw new ApiError('notPossible', `The server "${name}" cannot have another ${what}: its limit is ${most}.`)
}
