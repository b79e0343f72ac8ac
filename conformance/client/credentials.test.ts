import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import {
  authorizationHeader,
  canForge,
  changed,
  type ForgeryName,
  forgedTexts,
  forgeryNames,
  sendings,
  tokenVariables,
} from './credentials.ts'
import { shellWord } from './shell.ts'
import { jsonWithToken, tokenHeaders, tokenParameters } from './token-carriers.ts'

const tokens = [
  ['of a panel', 'ptla_0123456789AbCdEfGhIjKlMnOpQrStUvWxYzabcdefg'],
  ['with signs', 'root|client~echo.1234567890/+='],
  ['of a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
  ['that is short', 'admin'],
  ['of digits', '1234567890123456'],
  ['of special characters only', '----____....'],
  ['with a quotation mark and a dollar sign', 'it\'s"$HOME`x'],
] as const

/** The headers that a shell makes of commands in a report, by one shell, since to start one takes longer than all. */
function inShell(credentials: readonly ForgeryName[], token: string): Record<string, string> {
  const words = credentials.map((name) =>
    shellWord(...(sendings[name].shell(tokenVariables.rootClient) ?? [])),
  )
  const { stdout } = spawnSync('sh', ['-c', words.map((word) => `printf '%s\\0' ${word}`).join('\n')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], [tokenVariables.rootClient]: token },
  })
  const headers = stdout.split('\0')
  return Object.fromEntries(credentials.map((name, at) => [name, headers[at] ?? '']))
}

it.each<[what: string, forgeries: readonly ForgeryName[], encoded: string, other: string]>([
  ['the case of hexadecimal digits', ['token-case'], '52eebcbd-4cd1-4368-8b39-5d83321bf824', 'ptlc_52eebcbd'],
  ['the case of base32', ['token-case'], 'NB2HI4DTHIXS6===', 'Nb2HI4DTHIXS6==='],
  ['the case of a ULID', ['token-case'], '01arz3ndektsv4rrffq69g5fav', '01arz3ndektsv4rrffq69g5fau'],
  ['hyphens of a UUID', ['token-extra-sign'], '52eebcbd4cd143688b395d83321bf824', '52eebcbd4cd14368'],
  ['hyphens of a UUID', ['token-extra-sign'], '52EEBCBD-4CD1-4368-8b39-5d83321bf824', 'ptla-4CD1-4368'],
  ['signs within base64', ['token-extra-sign'], 'cHRsY181MmVlYmNi', 'cHRsY181MmVlYmN_'],
  [
    'the end of base64',
    ['token-cut-short', 'token-suffix', 'token-swapped'],
    'cHRsY181MmVlYmM=',
    'cHRsY181MmVlYmNi',
  ],
])('leaves %s unchanged, which a server may decode', (_, names, encoded, other) => {
  for (const name of names)
    expect([encoded, other].map((token) => canForge(name, token))).toEqual([false, true])
})

it.each([
  ['hex', '52eebcbd4cd143688b39'],
  ['base64', 'cHRsY181MmVlYmNi'],
] as const)('is no other spelling of the token to a decoder of %s: %s', (coding, token) => {
  for (const name of forgeryNames.filter((each) => canForge(each, token))) {
    const [scheme, text = ''] = authorizationHeader(name, token)?.split(' ') ?? []
    if (scheme !== 'Bearer') continue
    expect([name, Buffer.from(text, coding)]).not.toEqual([name, Buffer.from(token, coding)])
  }
})

it.each(['token-suffix', 'token-cut-short', 'altered-end'] as const)(
  'decodes as another token than the valid one, without padding: %s',
  (name) => {
    const decoded = (text = '') => Buffer.from(text.replace('Bearer ', ''), 'base64').toString('latin1')
    for (const token of ['cHRsY181MmVlYmNi', 'cHRsY181MmVlYmM', 'cHRsY181MmVlYg'])
      expect(decoded(authorizationHeader(name, token))).not.toBe(atob(token))
  },
)

describe.each(tokens)('a token %s', (_, token) => {
  it.each(forgeryNames.filter((name) => canForge(name, token)))('differs from its forgery %s', (name) => {
    expect(authorizationHeader(name, token)).not.toBe(`Bearer ${token}`)
    expect(forgedTexts(token)).not.toContain(`Bearer ${token}`)
  })
})

/** Forgeries of which a shell makes another one, since the same would need the client's own code. */
const alike: readonly ForgeryName[] = [
  'garbage',
  'garbage-lower-case',
  'altered-start',
  'altered-token',
  'altered-end',
]

describe.each(tokens)('a curl command for a token %s', (_, token) => {
  it('sends the same headers as the kit', () => {
    const names = forgeryNames.filter(
      (name) =>
        authorizationHeader(name, 'x') !== undefined && canForge(name, token) && !alike.includes(name),
    )
    expect(inShell(names, token)).toEqual(
      Object.fromEntries(names.map((name) => [name, authorizationHeader(name, token)])),
    )
  })

  it('sends invalid credentials too', () => {
    for (const [name, header] of Object.entries(inShell(alike, token))) {
      expect(header, name).toMatch(/^Bearer ./i)
      expect(header, name).not.toBe(`Bearer ${token}`)
      if (!name.startsWith('garbage')) expect(header, name).toHaveLength(`Bearer ${token}`.length)
    }
  })
})

describe('the changed character of a token', () => {
  it.each([0, 5, 11])('is at %i or before it, and nothing else is changed', (place) => {
    const token = 'abc-def_ghi9'
    const other = changed(token, place)
    expect(other).toHaveLength(token.length)
    expect([...token].filter((letter, at) => letter !== other[at])).toHaveLength(1)
  })
})

describe('a forged credential without Authorization', () => {
  const token = 'userClient'
  const other = { credential: 'token-in-other-header', token } as const
  const body = { credential: 'token-in-body', token } as const

  it('is no header', () => {
    for (const name of ['token-in-query', 'token-in-other-header', 'token-in-body', 'no-header'] as const)
      expect(authorizationHeader(name, 'token')).toBeUndefined()
  })

  it('has the token in the query, as a shell variable', () => {
    const inQuery = { credential: 'token-in-query', token } as const
    expect(tokenParameters(inQuery)).toContain('token=$NESTBOX_USER_TOKEN')
    expect(tokenParameters({ ...inQuery, carrier: 'key' })).toEqual(['key=$NESTBOX_USER_TOKEN'])
    expect(tokenParameters(other)).toEqual([])
  })

  it('has the token in other headers', () => {
    expect(tokenHeaders(other, 'secret')).toContainEqual(['x-api-key', 'secret'])
    expect(tokenHeaders({ ...other, carrier: 'cookie' }, 'a')).toEqual([
      ['cookie', 'token=a; access_token=a; session=a'],
    ])
    expect(tokenHeaders({ ...other, carrier: 'forwarded' }, 'a')).toEqual([['forwarded', 'for=127.0.0.1']])
    expect(tokenHeaders({ credential: 'rootClient', token: 'rootClient' }, 'secret')).toEqual([])
  })

  it('has the token in fields of a JSON body', () => {
    const json = { name: 'a' }
    expect(jsonWithToken({ ...body, json }, 'secret')).toEqual({
      ...{ name: 'a', access_token: 'secret', token: 'secret', api_token: 'secret' },
    })
    expect(jsonWithToken({ ...body, json, carrier: 'token' }, 'secret')).toEqual({
      name: 'a',
      token: 'secret',
    })
    expect([jsonWithToken({ ...other, json }, 'secret'), jsonWithToken(body, 'secret')]).toEqual([
      json,
      undefined,
    ])
  })
})
