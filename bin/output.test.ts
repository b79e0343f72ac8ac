import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { get } from './testing/api.ts'
import { expectRefusal, launch, program, run, start } from './testing/run.ts'

const hasFullDisk = existsSync('/dev/full')

it
  .skipIf(process.platform === 'win32')
  .each([[[]], [['check', '--self', '--only=4.8/response', '--reporter=json=x.json']]])(
  'a deleted current directory is reported: %j',
  (args) => {
    const folder = mkdtempSync(join(tmpdir(), 'nestbox-deleted-'))
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, 'sh', folder, process.execPath, program, ...args],
      {
        encoding: 'utf8',
      },
    )
    expectRefusal({ code: status, signal: null, stdout, stderr }, 2, 'The current directory was deleted')
  },
)

it.skipIf(process.platform === 'win32').each(['/dev/stdout', '/dev/fd/1', '/dev/stderr'])(
  'a report to %s is appended to the file that the shell opened for it',
  async (path) => {
    const log = join(mkdtempSync(join(tmpdir(), 'nestbox-log-')), 'log')
    writeFileSync(log, 'an earlier line\n')
    const args = ['check', '--self', '--only=4.8/response', `--reporter=tap=${path}`]
    expect(await run(args, {}, `>>${log} 2>&1`)).toMatchObject({ code: 0 })
    expect(readFileSync(log, 'utf8')).toMatch(
      /^an earlier line\nTAP version 14\n(?:.+\n)+nestbox: conforms: /,
    )
  },
)

describe('output that cannot be written', () => {
  it.skipIf(process.platform === 'win32')(
    'is refused for the file that the shell opened for stdout',
    async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'nestbox-stdout-')), 'report')
      const args = ['check', '--self', '--only=4.8/response', '--reporter=text', `--reporter=json=${path}`]
      const ended = await run(args, {}, `>${path}`)
      expectRefusal(ended, 2, `stdout cannot write to /dev/stdout: it is the file of --reporter json.`)
    },
  )

  it.skipIf(!hasFullDisk).each<[code: number, args: string[]]>([
    [1, ['--help']],
    [1, ['--version']],
    [1, ['list']],
    [1, ['explain', '4.7']],
    [1, ['openapi', '--no-examples']],
    [1, ['init']],
    [5, ['check', '--self', '--dry-run']],
    [5, ['check', '--self', '--only', '4.8/response']],
  ])('is reported in one sentence with exit code %i: %j', async (code, args) => {
    const ended = await run(args, {}, '>/dev/full')
    expectRefusal(ended, code, 'The output cannot be written: the disk is full.')
  })

  it.each<[code: number, args: string[]]>([
    [0, ['list']],
    [0, ['openapi']],
    [0, ['check', '--self', '--only=4.8/response']],
    [3, ['check', '--self', '--only=4.1/response', '--read-only']],
  ])('ends quietly, and with exit code %i, when its reader ends: %j', async (code, args) => {
    const { child, ended } = launch(args)
    child.stdout.destroy()
    expect(await ended).toMatchObject({ code, stderr: '' })
  })

  it.skipIf(!hasFullDisk)('does not end a server with a log', async () => {
    await using server = await start([], {}, '2>/dev/full')
    for (const path of ['/api/none', '/_nestbox/health', '/_nestbox/health']) await get(server.url + path)
    expect(await get(`${server.url}/_nestbox/health`)).toMatchObject({ status: 200 })
    expect(await server.stop()).toMatchObject({ code: 0 })
  })

  it('does not end a server whose log has lost its reader', async () => {
    const { child, output, ended } = launch([])
    const ready = new Promise((resolve) => child.stdout.once('data', resolve))
    child.stderr.destroy()
    await ready
    const url = /http\S+/.exec(output.stdout)?.[0]
    for (const path of ['/api/none', '/api/none']) await get(url + path)
    expect(await get(`${url}/_nestbox/health`)).toMatchObject({ status: 200 })
    child.kill()
    expect(await ended).toMatchObject({ code: 0 })
  })
})
