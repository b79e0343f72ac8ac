// The API client of the front end. The query of the page has the base URL, the tokens and the server; a real front end
// gets them from its configuration and its login.
import type { BackupResource, EggResource, Page, UserResource } from 'nestbox'

const query = new URLSearchParams(location.search)

/** Base URL of the API; empty for the proxy of the dev server. */
const base = query.get('api') ?? ''

/** An error response of the panel. The message consists of the `detail` of each error, or of the status. */
export class PanelError extends Error {
  override readonly name = 'PanelError'
}

/** Sends a request and parses the response. Throws a `PanelError` if the status is not 2xx. */
async function call<Body>(path: string, token: string, init: RequestInit = {}): Promise<Body> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...init.headers }
  const response = await fetch(base + path, { ...init, headers })
  if (response.ok) return (await response.json()) as Body
  const { errors = [] } = (await response.json().catch(() => ({}))) as { errors?: { detail: string }[] }
  const details = errors.map(({ detail }) => detail).join(' ')
  throw new PanelError(details || `The panel responded with the status ${response.status}.`)
}

const token = (name: string): string => query.get(name) ?? ''

export const backupsPage = (page: number): Promise<Page<BackupResource>> =>
  call(`/api/client/servers/${query.get('server')}/backups?page=${page}&per_page=5`, token('user'))

export const createUser = (fields: Record<string, unknown>): Promise<UserResource> =>
  call('/api/application/users', token('application'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })

export const importEgg = (id: number, file: FormData): Promise<EggResource> =>
  call(`/api/admin/eggs/${id}/import`, token('root'), { method: 'POST', body: file })
