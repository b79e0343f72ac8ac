import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { exchange } from '../testing/raw.ts'
import { endTogether } from './send.ts'

/** A server that answers with the decoded path, and records how many responses had ended when each request arrived. */
async function start(): Promise<{ url: string; ended: readonly number[] }> {
  const responses: ServerResponse[] = []
  const ended: number[] = []
  const server = createServer((req, res) => {
    ended.push(responses.filter(({ writableEnded }) => writableEnded).length)
    responses.push(res)
    const { url = '' } = req
    endTogether(res, decodeURIComponent(url))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, ended }
}

const requests = (...paths: readonly string[]) =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('')

it('ends responses after all requests that arrived together have been handled, each with its own', async () => {
  const { url, ended } = await start()
  const { replies } = await exchange(url, [requests('/a', '/b', '/c')], { responses: 3 })
  expect(replies.map(({ body }) => body.toString())).toEqual(['/a', '/b', '/c'])
  expect(ended).toEqual([0, 0, 0])
})

it.each(['/a', '/é', '/日本', '/🥚'])('sends %s in UTF-8', async (text) => {
  const { url } = await start()
  const { replies } = await exchange(url, [requests(encodeURI(text))], { responses: 1 })
  expect(replies.map(({ body }) => body.toString())).toEqual([text])
})
