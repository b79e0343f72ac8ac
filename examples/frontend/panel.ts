// How a front end calls the panel. Where the panel is and who asks would come from its build or its login.
import type { BackupResource, EggResource, Page, UserResource } from 'nestbox'

const here = new URLSearchParams(location.search)

/** Base URL of the API; empty for the dev server's own proxy. */
const base = here.get('api') ?? ''

/** What the panel refused, in the words that it gives. */
export class Refused extends Error {}

async function call<Answer>(path: string, token: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...init.headers }
  const response = await fetch(base + path, { ...init, headers })
  if (response.ok) return (await response.json()) as Answer
  const { errors = [] } = (await response.json().catch(() => ({}))) as { errors?: { detail: string }[] }
  throw new Refused(errors.map(({ detail }) => detail).join(' ') || `The panel answered ${response.status}.`)
}

const token = (name: string): string => here.get(name) ?? ''

export const backupsPage = (page: number): Promise<Page<BackupResource>> =>
  call(`/api/client/servers/${here.get('server')}/backups?page=${page}&per_page=5`, token('user'))

export const createUser = (fields: Record<string, unknown>): Promise<UserResource> =>
  call('/api/application/users', token('application'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })

export const importEgg = (id: number, file: FormData): Promise<EggResource> =>
  call(`/api/admin/eggs/${id}/import`, token('root'), { method: 'POST', body: file })
