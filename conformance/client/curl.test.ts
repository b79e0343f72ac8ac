import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { kitEgg } from '../judge/kit-egg.ts'
import { answered } from '../report/testing/run.ts'
import type { Ask } from './client.ts'
import { curlOf, type Trust } from './curl.ts'

describe('the command that sends a request again', () => {
  it.each<[what: string, trust: Trust, baseUrl: string, flags: string]>([
    ['nothing', {}, 'https://host', ''],
    ['any certificate', { insecure: true }, 'https://host', ' -k'],
    ['certificates in a file', { caFile: "a b's.pem" }, 'HTTPS://host', " --cacert 'a b'\\''s.pem'"],
    ['any, whatever is in a file', { caFile: 'a.pem', insecure: true }, 'https://host', ' -k'],
    ['certificates where there are none', { caFile: 'a.pem', insecure: true }, 'http://host', ''],
  ])('trusts %s', (_, trust, baseUrl, flags) => {
    const plain = curlOf(answered, baseUrl)
    expect(plain).toMatch(/^curl -i -/)
    expect(curlOf(answered, baseUrl, trust)).toBe(plain.replace('curl -i', `curl -i${flags}`))
  })

  it('creates somebody new each time that it runs, without digits in the name', () => {
    const ask = {
      ...answered.ask,
      path: '/api/application/users',
      json: { email: 'nbmwrqdwc1k5b1@example.com', username: 'nbmwrqdwc1k5b1', first_name: "O'Neill" },
    }
    const command = curlOf({ ...answered, ask }, 'http://host')
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
    })
    const lines = words.split('\n')
    const { email, username, first_name } = JSON.parse(lines[lines.indexOf('-d') + 1] ?? '')
    expect({ email, first_name }).toEqual({ email: `${username}@example.com`, first_name: "O'Neill" })
    expect(username).toMatch(/^nb[q-z]{10}$/)
  })

  it.each([
    [
      'a JSON body',
      'token-in-body',
      '{"name":"O\'Neill","access_token":"a \'b","token":"a \'b","api_token":"a \'b"}',
    ],
    ['other headers', 'token-in-other-header', "x-api-key: a 'b"],
  ] as const)('carries a token in %s', (_, credential, word) => {
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

  it('writes a share file that repeats itself shortly, and sends all of it', () => {
    const file = kitEgg("Nestbox's 1")
    const command = curlOf({ ...answered, ask: { ...answered.ask, json: undefined, file } }, 'http://host')
    expect([file.length > 6_000, command.length < 2_500]).toEqual([true, true])
    const sent = execFileSync('sh', ['-c', `curl() { cat; }; ${command}`], { encoding: 'utf8' })
    expect(sent).toBe(file)
  })
})
