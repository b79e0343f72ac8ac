import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { folder } from '../../bin/testing/folder.ts'
import { checks } from '../checks/index.ts'
import { reporters } from '../report/index.ts'
import { run } from '../run.ts'
import { readTargetFile } from '../target/read-target.ts'
import { written } from './long-integers.ts'
import { parsedJson } from './parsed-json.ts'

const long = '9007199254740993'

describe('JSON with integers that no JavaScript number can hold', () => {
  it.each([
    long,
    `-${long}`,
    '123456789012345678901234567890',
    '9007199254740992',
    `{"id":${long},"other":[9007199254740994,1e400,-0,1.5]}`,
    `{"text":"${long}","\\"${long}":1}`,
  ])('is written as it was read: %s', (text) => {
    const value = parsedJson(text)
    expect(written(JSON.stringify(value))).toBe(text.replace('1e400', 'null').replace('-0', '0'))
  })

  it('has a distinct number for each integer, the same each time, and an integer', () => {
    const read = (text: string) => parsedJson(text)
    expect(read('9007199254740993')).toBe(read('9007199254740993'))
    expect(read('9007199254740993')).not.toBe(read('9007199254740992'))
    expect(read('9007199254740993')).not.toBe(read('9007199254740995'))
    expect(Number.isInteger(read('123456789012345678901'))).toBe(true)
  })

  it.each([`0${long}`, `{"a":0${long}}`, `${long}.`, `.${long}`, `"${long}`, `[${long}`, `x${long}`])(
    'refuses invalid JSON with a long integer: %s',
    (text) => {
      expect(parsedJson(text)).toBeUndefined()
    },
  )

  it('is a different number than 100,000 others, and takes a limited amount of memory', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `90071992547409${String(at).padStart(6, '0')}`)
    const began = process.memoryUsage().heapUsed
    const read = parsedJson(`[${many.join(',')}]`)
    expect(process.memoryUsage().heapUsed - began).toBeLessThan(200_000_000)
    // No array of the test's own text is anything but an array of numbers.
    expect(new Set(read as number[]).size).toBe(many.length)
    expect((read as number[]).at(-1)).toBe(parsedJson(String(many.at(-1))))
  })
})

describe('a server whose node has such an id', () => {
  /** A server that knows one node, and says that it has an id. */
  async function serve(said: string): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      asked.push(String(request.url))
      let body = ''
      for await (const chunk of request) body += String(chunk)
      if (!request.url?.endsWith(`/nodes/${long}`)) return void response.writeHead(404).end('{}')
      const fields = request.method === 'PATCH' ? body.slice(1, -1) : '"name":"n"'
      response.end(`{"object":"node","attributes":{"id":${said},${fields}}}`)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    // A server that listens on a port has an address of this form.
    return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked }
  }

  async function judged(said: string) {
    await using files = await folder()
    const { url, asked } = await serve(said)
    const path = await files.write(
      'target.json',
      `{"baseUrl":"${url}","disposable":true,"tokens":{"application":"a"},"resources":{"node":${long}}}`,
    )
    const outcome = await run({
      target: await readTargetFile(path),
      checks: checks.filter(({ id }) => id === '4.1/same-node'),
      observe: false,
      requests: 'own',
    })
    return { outcome, asked }
  }

  it('is asked for that id, and passes with it', async () => {
    const { outcome, asked } = await judged(long)
    expect(outcome.results).toMatchObject([{ status: 'pass' }])
    expect(new Set(asked)).toEqual(new Set([`/api/application/nodes/${long}`]))
  })

  it('fails with the next id, and every report has both integers', async () => {
    const { outcome } = await judged('9007199254740992')
    expect(outcome.results).toMatchObject([
      { status: 'fail', actual: expect.stringContaining('9007199254740992') },
    ])
    for (const name of ['text', 'json', 'html', 'junit', 'markdown', 'har'] as const) {
      const text = reporters[name](outcome, { version: '1', command: 'nestbox check' })
      expect([name, text]).toEqual([name, expect.stringContaining(long)])
      expect(text).not.toContain('e+301')
    }
  })
})
