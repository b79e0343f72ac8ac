import { execFileSync } from 'node:child_process'
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, get, usernames, writer } from './testing/api.ts'
import { expectRefusal, launch, type Running, run, start } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

let folder: string
/** A world of seed `moon` in a file, which no test changes. */
let moon: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nestbox-'))
  moon = join(folder, 'moon.json')
  await using nestbox = await start(['-q', '--data', moon, '--seed', 'moon', '--scale', '2'])
  await nestbox.stop()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** A path in a folder of its own, where there is no file yet. */
const fresh = async () => join(await mkdtemp(join(folder, 'test-')), 'world.json')

/** The same, with a file of that content. */
async function holding(content: string | Uint8Array): Promise<string> {
  const path = await fresh()
  await writeFile(path, content)
  return path
}

/** The content of a file, a character for each byte: Vitest compares long buffers slowly. */
const textOf = (path: string) => readFile(path, 'latin1')

async function copyOfMoon(): Promise<string> {
  const path = await fresh()
  await copyFile(moon, path)
  return path
}

/** A quiet service on a data file, which takes the token of the test's writer. */
const startOn = (path: string, ...args: readonly string[]) =>
  start(['-q', '--data', path, `--token=application=${writer}`, ...args])

const besides = async (path: string) =>
  (await readdir(dirname(path))).filter((name) => name !== basename(path))

const identityOf = async ({ url }: Running) =>
  ((await get(`${url}/_nestbox/health`)).body as { world: unknown }).world

describe.concurrent('a data file', () => {
  it('is created at the first start', async () => {
    const path = await fresh()
    await using nestbox = await startOn(path)
    const { body } = await get(`${nestbox.url}/_nestbox/state`)
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(body)
    expect(body).toMatchObject({ format: 'nestbox-world', version: 1, seed: 'nestbox', scenario: 'demo' })
  })

  it('is named in the banner', async () => {
    const path = await fresh()
    await using nestbox = await start(['--data', path])
    expect(nestbox.stderr()).toContain(`  Data        ${path}\n`)
  })

  it('can be set with NESTBOX_DATA', async () => {
    const path = await fresh()
    await using nestbox = await start(['-q'], { NESTBOX_DATA: path })
    await nestbox.stop()
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 'nestbox-world' })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('is the only file after a %s', async (signal) => {
    const path = await fresh()
    await using nestbox = await startOn(path)
    await createUser(nestbox.url, 'somebody')
    await nestbox.stop(signal)
    expect(await besides(path)).toEqual([])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('keeps writes after a %s', async (signal) => {
    const path = await fresh()
    await using first = await startOn(path)
    const created = await createUser(first.url, 'somebody')
    expect(created.status).toBe(201)
    const { body: before } = await get(`${first.url}/_nestbox/state`)
    await first.stop(signal)

    await using second = await startOn(path)
    expect((await get(`${second.url}/_nestbox/state`)).body).toEqual(before)
    expect(await createUser(second.url, 'somebody')).toMatchObject({
      status: 422,
      body: { errors: [{ meta: { source_field: 'email' } }, { meta: { source_field: 'username' } }] },
    })
    const { attributes } = created.body as { attributes: { id: number } }
    expect(await createUser(second.url, 'somebody-else')).toMatchObject({
      status: 201,
      body: { attributes: { id: attributes.id + 1 } },
    })
  })

  it('does not contain writes to a sandbox', async () => {
    const path = await copyOfMoon()
    await using nestbox = await startOn(path)
    expect((await createUser(`${nestbox.url}/~aside`, 'somebody')).status).toBe(201)
    await nestbox.stop()
    expect(await textOf(path)).toBe(await textOf(moon))
  })

  it('does not change by refused requests', async () => {
    const path = await copyOfMoon()
    await using nestbox = await startOn(path)
    expect((await createUser(nestbox.url, 'somebody', 'wrong-token')).status).toBe(401)
    expect((await createUser(nestbox.url, '')).status).toBe(422)
    await nestbox.stop()
    expect(await textOf(path)).toBe(await textOf(moon))
  })

  it('keeps its seed, scenario, scale and tokens without flags', async () => {
    const path = await copyOfMoon()
    await using nestbox = await start(['--data', path])
    expect(await identityOf(nestbox)).toMatchObject({ seed: 'moon', scenario: 'demo', scale: 2 })
    await using made = await start(['--seed', 'moon', '--scale', '2'])
    const tokens = (text: string) => text.match(/\S+ -> .+/g)
    expect(tokens(nestbox.stderr())).toEqual(tokens(made.stderr()))
    expect(await identityOf(nestbox)).toEqual(await identityOf(made))
  })

  it('is accepted with flags that match it', async () => {
    await using nestbox = await startOn(await copyOfMoon(), '--seed=moon', '--scale=2', '--scenario=demo')
    expect(await identityOf(nestbox)).toMatchObject({ seed: 'moon' })
  })

  it('stays a symbolic link', async () => {
    const path = await copyOfMoon()
    const link = `${path}.link`
    await symlink(path, link)
    await using nestbox = await startOn(link)
    await createUser(nestbox.url, 'somebody')
    await nestbox.stop()
    expect(await readFile(path, 'utf8')).toContain('"somebody"')
    expect(await readFile(link, 'utf8')).toBe(await readFile(path, 'utf8'))
  })
})

describe('a data file that is refused', () => {
  it.each<[args: string[], says: string]>([
    [['--seed=sun'], 'seed moon, not sun'],
    [['--scenario=edge'], 'scenario demo, not edge'],
    [['--scale=3'], 'scale 2, not 3'],
  ])('for %s is left as it was', async (args, says) => {
    const path = await copyOfMoon()
    const ended = await runHere(['--data', path, ...args])
    expectRefusal(ended, 2, path)
    expect(ended.stderr).toContain(says)
    expect(await textOf(path)).toBe(await textOf(moon))
    expect(await besides(path)).toEqual([])
  })

  const edited = async (edit: (text: string) => string | Uint8Array) => edit(await readFile(moon, 'utf8'))

  it.each<[what: string, content: () => Promise<string | Uint8Array>, says: string]>([
    ['empty', async () => '', 'damaged'],
    ['cut short', () => edited((text) => text.slice(0, text.length / 2)), 'damaged'],
    ['not text', async () => Uint8Array.from([0, 255, 254, 1, 2, 3]), 'damaged'],
    ['null', async () => 'null', 'not a world of nestbox'],
    ['of another program', async () => '{"name":"demo","version":"1.0.0"}', 'not a world of nestbox'],
    ['newer', () => edited((text) => text.replace('"version":1', '"version":2')), 'newer'],
    ['without tables', async () => '{"format":"nestbox-world","version":1,"seed":"a"}', 'scenario'],
    [
      'invalid in a row',
      () => edited((text) => text.replace('"username":"admin"', '"username":7')),
      'username',
    ],
    ['without its users', () => edited((text) => text.replace(/"users":\[[^\]]*\]/, '"users":[]')), 'users'],
  ])('because it is %s is left as it was', async (_, content, says) => {
    const path = await holding(await content())
    const before = await textOf(path)
    const ended = await runHere(['--data', path])
    expectRefusal(ended, 2, path)
    expect(ended.stderr).toContain(says)
    expect(await textOf(path)).toBe(before)
    expect(await besides(path)).toEqual([])
  })

  it('because it is a directory is named', async () => {
    const path = await fresh()
    await mkdir(path)
    expectRefusal(await runHere(['--data', path]), 2, path)
    expect(await besides(path)).toEqual([])
  })

  it('because its directory is missing is named', async () => {
    const path = join(await fresh(), 'world.json')
    const ended = await runHere(['--data', path])
    expectRefusal(ended, 2, path)
    expect(ended.stderr).toContain('does not exist')
  })

  it('because the port is in use is unlocked again', async () => {
    const path = await copyOfMoon()
    await using nestbox = await start(['-q'])
    const { code } = await run(['--data', path, '--port', new URL(nestbox.url).port])
    expect(code).toBe(1)
    expect(await besides(path)).toEqual([])
  })
})

describe.skipIf(process.platform === 'win32')('a signal during the start', () => {
  it.each<[signal: NodeJS.Signals, args: string[]]>([
    ['SIGTERM', []],
    ['SIGINT', []],
    ['SIGTERM', ['exec']],
  ])('ends the process at once and unlocks the data file: %s %j', async (signal, command) => {
    const path = await fresh()
    const begun = `${path}.begun`
    const module = `${path}.mjs`
    // The start waits in this function until the signal was sent.
    await writeFile(
      module,
      `import { existsSync, writeFileSync } from 'node:fs'
      export default () => {
        writeFileSync(${JSON.stringify(begun)}, '')
        while (existsSync(${JSON.stringify(begun)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      }`,
    )
    const after = command.length > 0 ? ['--', 'echo', 'ready'] : []
    const { child, ended } = launch([...command, '--data', path, '--world', module, ...after])
    await vi.waitFor(() => access(begun), 20_000)
    expect(await besides(path)).toContain('world.json.lock')
    child.kill(signal)
    await rm(begun)
    expect(await ended).toMatchObject({ code: null, signal, stdout: '' })
    expect(await besides(path)).not.toContain('world.json.lock')
  })
})

describe.skipIf(process.platform === 'win32')('a lock file that is replaced by a pipe', () => {
  it('delays no request, and does not prevent the server from closing', async () => {
    const path = await copyOfMoon()
    await using nestbox = await startOn(path)
    await rm(`${path}.lock`)
    execFileSync('mkfifo', [`${path}.lock`])
    // The heartbeat comes each second.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await createUser(nestbox.url, 'somebody')).status).toBe(507)
    expect((await nestbox.stop()).code).toBe(0)
  })
})

describe.concurrent('a data file that two processes open', () => {
  it.each<[how: string, other: (path: string) => Promise<string>]>([
    ['by its path', async (path) => path],
    [
      'by a link',
      async (path) => {
        await symlink(path, `${path}.link`)
        return `${path}.link`
      },
    ],
  ])('%s is locked by the first process until it stops', async (_, other) => {
    const path = await copyOfMoon()
    await using first = await startOn(path)
    const second = await other(path)
    const refused = await run(['--data', second])
    expectRefusal(refused, 1, second)
    expect(refused.stderr).toContain(`process ${first.pid}`)
    expect((await createUser(first.url, 'somebody')).status).toBe(201)
    await first.stop()
    await using next = await startOn(second)
    expect(await usernames(next.url)).toContain('somebody')
  })

  it.each<[what: string, path: () => Promise<string>]>([
    ['new', fresh],
    [
      'left behind by a killed process',
      async () => {
        const path = await copyOfMoon()
        await using nestbox = await startOn(path)
        await nestbox.stop('SIGKILL')
        return path
      },
    ],
  ])('at the same time is locked by one of them if it is %s', async (_, make) => {
    const path = await make()
    const starts = await Promise.allSettled([1, 2, 3].map(() => startOn(path)))
    const winners = starts.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
    await Promise.all(winners.map((winner) => winner.stop()))
    expect(winners.length).toBe(1)
    const losers = starts.filter((each) => each.status === 'rejected')
    expect(losers.length).toBe(2)
    for (const { reason } of losers) expect(String(reason)).toMatch(/ with 1: nestbox: \S+ is [^\n]+\.\n$/)
  })
})

const clients = 8
const answeredBeforeTheKill = 40

describe('SIGKILL while clients write', () => {
  it('loses no confirmed write, twice in a row', async () => {
    const path = await fresh()
    const answered: string[] = []
    for (const round of [1, 2]) {
      await using nestbox = await startOn(path)
      let now = 0
      const client = async (name: string) => {
        for (let count = 1; ; count += 1) {
          const username = `${name}-${count}`
          // The kill closes the connection without a response.
          const reply = await createUser(nestbox.url, username).catch(() => undefined)
          if (!reply) return
          expect(reply.status).toBe(201)
          answered.push(username)
          now += 1
          if (now === answeredBeforeTheKill) nestbox.stop('SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, index) => client(`r${round}-c${index}`)))
      expect(await nestbox.ended).toMatchObject({ signal: 'SIGKILL' })
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 'nestbox-world' })

      await using again = await startOn(path)
      const kept = new Set(await usernames(again.url))
      expect(answered.filter((username) => !kept.has(username))).toEqual([])
      await again.stop()
    }
    expect(answered.length).toBeGreaterThanOrEqual(2 * answeredBeforeTheKill)
  })
})
