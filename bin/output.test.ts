import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

it.skipIf(process.platform === 'win32')(
  'a report is for its owner in a new file, and keeps the mode of another',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestbox-mode-'))
    writeFileSync(join(folder, 'old.json'), 'an earlier report')
    chmodSync(join(folder, 'old.json'), 0o640)
    const reporters = ['old.json', 'new.json'].map(
      (name, at) => `--reporter=${['tap', 'json'][at]}=${join(folder, name)}`,
    )
    expect(await run(['check', '--self', '--only=4.8/response', ...reporters])).toMatchObject({ code: 0 })
    const modes = ['old.json', 'new.json'].map((name) => statSync(join(folder, name)).mode & 0o777)
    expect(modes).toEqual([0o640, 0o600])
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

  it.skipIf(process.platform === 'win32')('leaves no part of a new file behind', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestbox-part-'))
    writeFileSync(join(folder, 'old.json'), 'an earlier report', { mode: 0o644 })
    symlinkSync(join(folder, 'linked.json'), join(folder, 'link.json'))
    for (const name of ['old.json', 'new.json', 'link.json']) {
      const args = ['check', '--self', '--only=4.8/response', `--reporter=har=${join(folder, name)}`]
      const script = 'ulimit -f 1 && exec "$@"'
      const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, program, ...args], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([5, expect.stringContaining(`${name} cannot be written: `)])
    }
    expect(readdirSync(folder)).toEqual(['link.json', 'old.json'])
    expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('an earlier report')
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
