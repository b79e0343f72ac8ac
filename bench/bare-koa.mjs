// The least that Koa can do: the same bytes for every request, bodies read and dropped.
import { readFileSync } from 'node:fs'
import Koa from 'koa'

const bytes = readFileSync(process.argv[2])
const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method !== 'GET') for await (const _ of ctx.req);
  ctx.status = ctx.method === 'POST' ? 201 : 200
  ctx.set('Content-Type', 'application/json')
  ctx.body = bytes
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Ready on http://127.0.0.1:${server.address().port}`)
})
