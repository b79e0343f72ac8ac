// A small hand-written Koa server with @koa/router, koa-body, rows in a list, and JSON that is made for each response.
// It has no tokens, rules or request log.
// Usage: node bench/handwritten-koa.mjs <port> <file for GET> <file for POST> <file for PUT>
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Router from '@koa/router'
import Koa from 'koa'
import { koaBody } from 'koa-body'

const [port, ...files] = process.argv.slice(2)
const [list, created, updated] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
const { total, per_page: perPage } = list.meta.pagination
const backups = Array.from({ length: total }, (_, nth) => list.data[nth % list.data.length].attributes)
const users = []
let server = updated.attributes

const router = new Router()
router.get('/api/client/servers/:server/backups', (ctx) => {
  const page = Number(ctx.query.page ?? 1)
  const rows = backups.slice((page - 1) * perPage, page * perPage)
  ctx.body = { ...list, data: rows.map((attributes) => ({ object: 'backup', attributes })) }
})
router.post('/api/application/users', (ctx) => {
  const now = new Date().toISOString()
  const user = {
    id: users.length + 1,
    uuid: randomUUID(),
    ...ctx.request.body,
    created_at: now,
    updated_at: now,
  }
  users.push(user)
  ctx.status = 201
  ctx.body = { ...created, attributes: { ...created.attributes, ...user } }
})
router.put('/api/admin/servers/:server/startup', (ctx) => {
  const { startup, environment } = ctx.request.body
  const container = { ...server.container, startup_command: startup, environment }
  server = { ...server, container, updated_at: new Date().toISOString() }
  ctx.body = { ...updated, attributes: server }
})

const app = new Koa()
app.use(koaBody())
app.use(router.routes())
app.listen(Number(port), '127.0.0.1')
