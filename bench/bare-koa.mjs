// The baseline: a Koa server that parses request bodies, and sends the same headers and bytes for every request of a
// method.
// Usage: node bench/bare-koa.mjs <port> <file for GET> <file for POST> <file for PUT>; next to each file lies one with
// the headers as JSON, such as list.headers
import { readFileSync } from 'node:fs'
import Koa from 'koa'

const [port, ...files] = process.argv.slice(2)
const [GET, POST, PUT] = files.map((file) => readFileSync(file))
const bytes = { GET, POST, PUT }
const [forGet, forPost, forPut] = files.map((file) => JSON.parse(readFileSync(`${file}.headers`, 'utf8')))
const headers = { GET: forGet, POST: forPost, PUT: forPut }
const app = new Koa()
app.use(async (ctx) => {
  if (ctx.method !== 'GET') {
    const chunks = []
    for await (const chunk of ctx.req) chunks.push(chunk)
    JSON.parse(Buffer.concat(chunks).toString())
  }
  ctx.status = ctx.method === 'POST' ? 201 : 200
  ctx.set(headers[ctx.method])
  ctx.body = bytes[ctx.method]
})
app.listen(Number(port), '127.0.0.1')
