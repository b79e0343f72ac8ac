import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSigned } from '../conformance/testing/self-signed.ts'
import { type Folder, folder } from './testing/folder.ts'
import { runHere } from './testing/run-here.ts'

let files: Folder
const servers: Server[] = []
beforeAll(async () => {
  files = await folder()
  await files.write('array.json', [])
  await files.write('cut.json', '{\n  "baseUrl": "http://a.example",\n  "tokens": {')
  await files.write('template.json', {
    baseUrl: 'http://a.example',
    resources: { node: 'FILL IN', egg: 'FILL IN' },
  })
  await mkdir(files.at('folder'))
})
afterAll(async () => {
  for (const server of servers) server.close()
  await files[Symbol.asyncDispose]()
})

/** The address of a server on a free port. */
async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A server that listens on a port has an address of this form.
  return `127.0.0.1:${(server.address() as { port: number }).port}`
}

describe('a message names the error, its place, and the expected value', () => {
  // `DIR` stands for the folder of the files.
  it.each<[exitCode: number, args: string, message: string]>([
    [2, 'chekc', 'Unknown command "chekc"; did you mean check?'],
    [2, 'sevre', 'Unknown command "sevre"; did you mean serve?'],
    [2, 'frobnicate', 'Unknown command "frobnicate"; the commands are serve, check, init, list,'],
    [2, '-qx', 'Unknown flag -x; see --help.'],
    [2, '--prot 1', 'Unknown flag --prot; did you mean --port?'],
    [2, '--port http', '--port must be an integer from 0 to 65535, not "http".'],
    [2, '--scenario dmo', '--scenario must be one of demo, empty, bare, edge, not "dmo"; did you mean demo?'],
    [2, '--gaps pannel', '--gaps must be literal, panel or grease:<seed>, not "pannel"; did you mean panel?'],
    [2, '--gap page.over-max=clamp', 'There is no gap "page.over-max"; did you mean "page.over-maximum"?'],
    [2, '--gap users.case=uper', 'The gap "users.case" has no choice "uper"; its choices are keep, lower.'],
    [
      2,
      '--companions --gap operations.beyond=absent',
      '--companions cannot be combined with --gap operations.beyond=absent, which sets the same.',
    ],
    [
      2,
      '--upstream http://panel.example.com --upstream-operations creatUser,listUsers',
      '--upstream-operations must be the id of an operation (`nestbox list operations` lists them), not "creatUser"; did you mean createUser?',
    ],
    [2, '--upstream panel.example.com', '--upstream must be a URL with http or https,'],
    [2, '--upstream-operations listUsers', '--upstream-operations needs --upstream, which names the server.'],
    [2, '--upstream-token application=x', '--upstream-token needs --upstream, which names the server.'],
    [
      2,
      '--port 4141 --upstream http://localhost:4141/',
      '--upstream names this server itself, http://localhost:4141; it must name another one.',
    ],
    [2, '--faults flakey', 'not "flakey"; did you mean flaky?'],
    [2, '--deviate pannel', '--deviate cannot be "pannel"; did you mean panel?'],
    [
      2,
      '--data DIR/none/world.json',
      '--data cannot write to DIR/none/world.json: the directory DIR/none does not exist.',
    ],
    [2, '--data DIR/world/', '--data cannot write to DIR/world/: it names a directory.'],
    [2, '--data DIR/array.json/world.json', 'DIR/array.json is not a directory.'],
    [2, '--world DIR/none.json', 'DIR/none.json cannot be read: there is no such file.'],
    [2, '--world DIR/array.json', 'DIR/array.json must be an object, such as {"servers": 3}, not [].'],
    [2, '--data DIR/folder', 'Cannot use DIR/folder: it is a directory, not a file.'],
    [2, '--data DIR/array.json', 'Cannot use DIR/array.json: it must be an object, not [].'],
    [
      2,
      '--scale 5 --scenario empty',
      '--scale cannot be combined with --scenario empty, which has a fixed number',
    ],
    [2, '--world DIR/folder', 'DIR/folder cannot be read: it is a directory.'],
    [2, 'list chekcs', 'Unknown list "chekcs"; did you mean checks?'],
    [2, 'explain 4.7/per-page-maximun', 'did you mean 4.7/per-page-maximum or'],
    [2, 'openapi --output a.json', 'Unknown flag --output; did you mean --out?'],
    [2, 'check localhost:8080', 'not "localhost:8080"; did you mean http://localhost:8080?'],
    [2, 'check panel.example.com', 'not "panel.example.com"; did you mean https://panel.example.com?'],
    [2, 'check ftp://panel.example.com', 'not "ftp://panel.example.com".'],
    [2, 'check --self --reporter jsn', 'Unknown reporter "jsn"; did you mean json?'],
    [
      2,
      'check --self --only 4.7/respnse',
      'No check has an id like "4.7/respnse"; did you mean 4.7/response?',
    ],
    [
      2,
      'check --self --level statd',
      '--level must be one of stated, inferred, not "statd"; did you mean stated?',
    ],
    [2, 'check --target DIR/array.json', 'DIR/array.json: It must be an object.'],
    [2, 'check --target DIR/cut.json', 'DIR/cut.json is not JSON: it ends too early, at line 3, column 14.'],
    [2, 'check --target DIR/folder', 'DIR/folder cannot be read: it is a directory.'],
    [2, 'check --target DIR/template.json', 'delete its entry:\n  resources.node\n  resources.egg\n'],
    [
      2,
      'check --self --known DIR/template.json',
      'A file of known deviations must be a list of at most 10000 items.',
    ],
    [2, 'diff DIR/none.json DIR/none.json', 'DIR/none.json cannot be read: there is no such file.'],
    [
      4,
      'check http://127.0.0.1:1',
      'http://127.0.0.1:1/_nestbox/target.json cannot be reached: no server listens there.',
    ],
    [
      4,
      'init http://127.0.0.1:1 --token rootClient=x',
      'http://127.0.0.1:1 cannot be reached: no server listens there.',
    ],
  ])('exit code %i: nestbox %s', async (exitCode, args, message) => {
    const ended = await runHere(args.split(' ').map((arg) => arg.replace('DIR', files.at('.'))))
    const stderr = ended.stderr.replaceAll(files.at('.'), 'DIR')
    expect(stderr).toContain(message)
    expect(stderr).toMatch(/^nestbox: [^\n]+\n(?: {2}\S+\n)*$/)
    expect([ended.code, ended.stdout.replace(/^nestbox .*\n\nUnreachable .*\n/, '')]).toEqual([exitCode, ''])
  })

  it('reports that a port uses TLS, or does not', async () => {
    const tls = await listen(createTlsServer({ cert: selfSigned.cert, key: selfSigned.key }))
    const plain = await listen(
      createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    for (const [url, message] of [
      [`http://${tls}`, `It speaks TLS there; is the URL https://${tls} instead?`],
      [`https://${plain}`, 'it does not speak TLS there; is the URL one with http:// instead?\n'],
    ] as const)
      expect(await runHere(['check', url, '--timeout', '2000'])).toMatchObject({
        code: 4,
        stderr: expect.stringContaining(message),
      })
  })

  it.each(['-qv', '-vq'])('accepts %s as the flags that it joins', async (flags) => {
    expect(await runHere([flags])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^\d+\.\d+/),
    })
  })
})
