import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { kitEgg } from '../judge/kit-egg.ts'
import { answered } from '../report/testing/run.ts'
import { curlOf, type Trust } from './curl.ts'
import { eggFile, writeEggFiles } from './egg-file.ts'
import type { Ask, Exchange } from './exchange.ts'

describe('a command that repeats a request', () => {
  it.each<[what: string, trust: Trust, baseUrl: string, flags: string]>([
    ['nothing', {}, 'https://host', ''],
    ['any certificate', { insecure: true }, 'https://host', ' -k'],
    ['certificates in a file', { caFile: "a b's.pem" }, 'HTTPS://host', " --cacert 'a b'\\''s.pem'"],
    [
      'any certificate, despite certificates in a file',
      { caFile: 'a.pem', insecure: true },
      'https://host',
      ' -k',
    ],
    ['nothing over plain HTTP', { caFile: 'a.pem', insecure: true }, 'http://host', ''],
  ])('trusts %s', (_, trust, baseUrl, flags) => {
    const plain = curlOf(answered, baseUrl)
    expect(plain).toMatch(/^curl -i -/)
    expect(curlOf(answered, baseUrl, trust)).toBe(plain.replace('curl -i', `curl -i${flags}`))
  })

  it.each([
    ['plain', '*', '*'],
    ['in a longer name', '*_x', 'first.last.*'],
    ['before and after many letters', `*${'x'.repeat(17)}`, `${'y'.repeat(43)}-*`],
  ])('creates a new user each time, without digits in the name: %s', (_, name, address) => {
    const own = 'nbmwrqdwc1k5b1'
    const [user, local] = [name.replace('*', own), address.replace('*', own)]
    const ask = {
      ...answered.ask,
      path: '/api/application/users',
      json: { email: `${local}@example.com`, username: user, first_name: "O'Neill" },
    }
    const command = curlOf({ ...answered, ask }, 'http://host')
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
    })
    const lines = words.split('\n')
    const { email, username, first_name } = JSON.parse(lines[lines.indexOf('-d') + 1] ?? '')
    expect(first_name).toBe("O'Neill")
    // Both name the second, which can end between them.
    const [, first] = /(nb[q-z]{10})/.exec(username) ?? []
    const [, second = ''] = /(nb[q-z]{10})/.exec(email) ?? []
    expect(username).toBe(name.replace('*', first ?? ''))
    expect(email).toBe(`${address.replace('*', second)}@example.com`)
  })

  it.each([
    [
      'a JSON body',
      'token-in-body',
      '{"name":"O\'Neill","access_token":"a \'b","token":"a \'b","api_token":"a \'b"}',
    ],
    ['other headers', 'token-in-other-header', "x-api-key: a 'b"],
  ] as const)('has a token in %s', (_, credential, word) => {
    const ask: Ask = {
      ...answered.ask,
      method: 'PATCH',
      credential,
      token: 'rootClient',
      json: { name: "O'Neill" },
    }
    const command = curlOf({ ...answered, ask }, 'http://host')
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NESTBOX_ROOT_TOKEN: "a 'b" },
    })
    expect(words.split('\n')).toContain(word)
  })

  it('reads the share file from a file that no other user can read', async () => {
    const file = kitEgg(`Nestbox's ${randomUUID()}`)
    const exchange = { ...answered, ask: { ...answered.ask, json: undefined, file } }
    const command = curlOf(exchange, 'http://host')
    expect(command.length).toBeLessThan(400)
    await writeEggFiles([command], [exchange])
    onTestFinished(() => rm(eggFile(file)))
    const sent = execFileSync('sh', ['-c', `curl() { cat; }; ${command}`], { encoding: 'utf8' })
    expect(sent).toBe(file)
    expect((await stat(eggFile(file))).mode & 0o77).toBe(0)
  })
})

/** Texts that a shell would run, replace or cut, if they stood anywhere but in single quotes. */
const traps = [
  '$(touch PWNED)',
  '`touch PWNED`',
  "'; touch PWNED; '",
  '"; touch PWNED; "',
  "'$(touch PWNED)'",
  '$NESTBOX_ROOT_TOKEN',
  '"$(touch PWNED)"',
  '\\$(touch PWNED)',
  "\\'$(touch PWNED)",
  '& touch PWNED &',
  '| touch PWNED',
  '\ntouch PWNED\n',
  '#',
  '!!',
  '*',
  '~',
  '{a,b}',
  '[1-9]',
  '$' + '{IFS}',
  '-o /tmp/x',
  '@/etc/hostname',
  '$((1+1))',
  "'",
  '"',
  '\\',
]

describe('commands with text of a server or a target', () => {
  let cwd: string
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'nestbox-curl-'))
    return () => rm(cwd, { recursive: true })
  })

  const run = (script: string): string[] => {
    const out = execFileSync('sh', ['-c', script], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NESTBOX_ROOT_TOKEN: 'the token' },
      cwd,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return out.split('\0').slice(0, -1)
  }
  /** The words that each command passes to curl, by one shell, since to start one takes longer than all commands. */
  const wordsOf = (commands: readonly string[]): string[][] => {
    const end = randomUUID()
    const words = run(`curl() { printf '%s\\0' "$@" ${end}; }\n${commands.join('\n')}`)
    const ends = words.flatMap((word, at) => (word === end ? [at] : []))
    return ends.map((to, at) => words.slice((ends[at - 1] ?? -1) + 1, to))
  }

  it('pass it unchanged, and run none of it', () => {
    const credentials = ['rootClient', 'token-in-query', 'token-in-other-header', 'token-in-body'] as const
    const rows = traps.flatMap((trap) => credentials.map((credential) => ({ trap, credential })))
    const asks = rows.map(({ trap, credential }): Ask => {
      const query = credential === 'token-in-query' ? '?token=$NESTBOX_ROOT_TOKEN' : ''
      // The shell replaces this name; in the body, it appends the token.
      const username = credential === 'rootClient' || credential === 'token-in-body' ? 'nbmwrqdwc1k5b1' : 'jo'
      return {
        ...{ operation: 'updateNode', method: 'PATCH', credential, token: 'rootClient' },
        path: `/api/application/nodes/${encodeURIComponent(trap)}${query}`,
        headers: { accept: `x/${trap}`, 'content-type': trap },
        json: { name: trap, [trap]: [trap], email: `${trap}@x`, username },
      }
    })
    const commands = rows.map(({ trap }, at) =>
      curlOf({ ...answered, ask: asks[at] ?? answered.ask }, `https://host/${trap}`, { caFile: trap }),
    )
    const passed = wordsOf(commands)
    for (const [at, { trap, credential }] of rows.entries()) {
      const words = passed[at] ?? []
      const seen = [trap, credential, words.at(-1), words[words.indexOf('--cacert') + 1]]
      const path = asks[at]?.path.replace('$NESTBOX_ROOT_TOKEN', 'the token')
      expect(seen).toEqual([trap, credential, `https://host/${trap}${path}`, trap])
      expect(words).toContain(`Accept: x/${trap}`)
      expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toMatchObject({ name: trap, [trap]: [trap] })
    }
    expect(passed).toHaveLength(rows.length)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('upload it unchanged, and run none of it', async () => {
    const files = traps.map((trap) => `${trap} ${randomUUID()}`)
    const exchanges = files.map(
      (file): Exchange => ({ ...answered, ask: { ...answered.ask, json: undefined, file } }),
    )
    const commands = exchanges.map((exchange) => curlOf(exchange, 'http://host'))
    await writeEggFiles(commands, exchanges)
    onTestFinished(() => Promise.all(files.map((file) => rm(eggFile(file)))).then(() => {}))
    expect(run(`curl() { cat; printf '\\0'; }\n${commands.join('\n')}`)).toEqual(files)
    expect(readdirSync(cwd)).toEqual([])
  })
})
