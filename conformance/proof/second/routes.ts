import { type Operation, Refusal } from './call.ts'
import { importEgg } from './eggs.ts'
import { syncTags, updateNode } from './nodes.ts'
import { listBackups, listDatabases } from './pages.ts'
import { listMounts, updateStartup } from './servers.ts'
import { createUser } from './users.ts'

const routes: [method: string, path: RegExp, operation: Operation][] = [
  ['PATCH', /^\/api\/application\/nodes\/([^/]+)$/, updateNode],
  ['PUT', /^\/api\/admin\/nodes\/([^/]+)\/tags$/, syncTags],
  ['POST', /^\/api\/admin\/eggs\/([^/]+)\/import$/, importEgg],
  ['GET', /^\/api\/admin\/servers\/([^/]+)\/mounts$/, listMounts],
  ['PUT', /^\/api\/admin\/servers\/([^/]+)\/startup$/, updateStartup],
  ['POST', /^\/api\/application\/users$/, createUser],
  ['GET', /^\/api\/client\/servers\/([^/]+)\/backups$/, listBackups],
  ['GET', /^\/api\/admin\/database-hosts\/([^/]+)\/databases$/, listDatabases],
]

export function routeOf(method: string | undefined, path: string): { run: Operation; parameter: string } {
  for (const [wanted, pattern, run] of routes) {
    const match = method === wanted ? pattern.exec(path) : null
    if (match !== null) return { run, parameter: match[1] ?? '' }
  }
  throw new Refusal(404, 'Not found.')
}
