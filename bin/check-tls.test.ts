import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '../conformance/testing/self-signed.ts'
import { runHere } from './testing/run-here.ts'
import { broken, countCheck, reportOf, targetOf, workbench } from './testing/workbench.ts'

const work = workbench()

/** A nonconforming server with a self-signed certificate. */
async function startGuarded() {
  const behind = await broken(work.mock.url)
  const sockets: Socket[] = []
  const server = createServer(selfSigned, (socket) => {
    const onward = connect(Number(new URL(behind.url).port), '127.0.0.1')
    sockets.push(socket, onward)
    for (const each of [socket, onward]) each.on('error', () => each.destroy())
    socket.pipe(onward).pipe(socket)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/~tls`,
    passed: behind.passed,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await behind[Symbol.asyncDispose]()
    },
  }
}

const check = (...args: readonly string[]) => runHere(['check', ...args, '--only', countCheck])

const targetFlag = async () => [
  '--target',
  await work.files.write('target.json', await targetOf(work.mock.url, 'tls')),
]

describe('a server with an untrusted certificate', () => {
  it.each([
    ['without a target file', async () => []],
    ['with a target file', targetFlag],
    // Longer than the test may take.
    ['that --wait-for waits for', async () => ['--wait-for', '3600']],
  ])('%s gets no requests, and the message names the flags that help', async (_, flags) => {
    await using server = await startGuarded()
    const { code, stderr } = await check(server.url, ...(await flags()))
    expect(stderr).toMatch(/^nestbox: [^\n]+\.\n$/)
    expect(stderr).toContain(
      ' cannot be reached: its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); ' +
        'trust it with --ca <file>, or any with --insecure.',
    )
    expect(code).toBe(4)
    expect(server.passed).toEqual([])
  })

  it.each([
    ['--insecure', async () => ['--insecure'], () => '-k'],
    [
      '--ca',
      async () => ['--ca', await work.files.write('ours.pem', `Ours:\n${selfSigned.cert}`)],
      () => `--cacert '${work.files.at('ours.pem')}'`,
    ],
  ])('is checked with %s, and the curl commands trust it too', async (_, trust, words) => {
    await using server = await startGuarded()
    const args = [...(await targetFlag()), ...(await trust()), '--reporter', 'json']
    const ended = await check(server.url, ...args)
    expect(ended).toMatchObject({ code: 1, stderr: '' })
    expect(reportOf(ended).results).toMatchObject([
      { curl: expect.stringContaining(`curl -i ${words()} -H`) },
    ])
  })
})
