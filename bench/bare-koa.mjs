// The baseline: a Koa server that parses request bodies, and sends the same bytes for every request of a method.
// Usage: node bench/bare-koa.mjs <port> <file for GET> <file for POST> <file for PUT>
import { readFileSync } from 'node:fs'
import Koa from 'koa'

const [port, ...files] = process.argv.slice(2)
const [GET, POST, PUT] = files.map((file) => readFileSync(file))
const bytes = { GET, POST, PUT }
const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method !== 'GET') {
    const chunks = []
    for await (const chunk of ctx.req) chunks.push(chunk)
    JSON.parse(Buffer.concat(chunks).toString())
  }
  ctx.status = ctx.method === 'POST' ? 201 : 200
  ctx.set('Content-Type', 'application/json')
  ctx.body = bytes[ctx.method]
})
app.listen(Number(port), '127.0.0.1')
