import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../conformance/testing/self-signed.ts'
import { folder } from './testing/folder.ts'
import { start } from './testing/run.ts'

it('an upstream with TLS gets whole bodies, also in a process whose imports are slow', async () => {
  const upstream = createServer(selfSigned, async (req, res) => {
    res.end(String(Buffer.concat(await req.toArray()).length))
  })
  upstream.listen(0, '127.0.0.1')
  onTestFinished(() => void upstream.close())
  await once(upstream, 'listening')
  await using files = await folder()
  const hooks = await files.write('hooks.mjs', 'export const resolve = (name, context, next) => next(name)')
  const register = `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hooks))})`
  // Programs that compile TypeScript when it is imported have such hooks.
  const slow = pathToFileURL(await files.write('slow.mjs', register)).href
  const url = `https://127.0.0.1:${(upstream.address() as AddressInfo).port}`
  await using server = await start(['--port=0', '--scenario=bare', `--upstream=${url}`], {
    NODE_OPTIONS: `--import=${slow}`,
    NODE_EXTRA_CA_CERTS: await files.write('ours.pem', selfSigned.cert),
  })
  for (const length of [10, 5_000, 200_000]) {
    const response = await fetch(`${server.url}/api/application/users`, {
      method: 'POST',
      body: 'a'.repeat(length),
      signal: AbortSignal.timeout(5_000),
    })
    expect(await response.text()).toBe(String(length))
  }
})
