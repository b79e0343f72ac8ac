import { describe, expect, it } from 'vitest'
import { curlOf, downloaded, piped } from './curl.ts'

describe('curlOf', () => {
  const url = 'http://127.0.0.1:4141/api/application/users'

  it('writes no -X for GET', () => {
    expect(curlOf({ method: 'GET', url, headers: {} })).toBe(`curl '${url}'`)
  })

  it.each([
    ['a body would be waited for', 'HEAD', '/api/client', '-I '],
    ['brackets would be a pattern', 'GET', '/api/application/users?filter[email]=jo', '-g '],
    ['braces would be a pattern', 'DELETE', '/api/{a,b}', '-X DELETE -g '],
  ])('has an option without which %s', (_, method, path, options) => {
    const whole = `http://127.0.0.1:4141${path}`
    expect(curlOf({ method, url: whole, headers: {} })).toBe(`curl ${options}'${whole}'`)
  })

  it('writes one option per line', () => {
    const headers = { Authorization: 'Bearer ptla_1', 'Content-Type': 'application/json' }
    const body = { kind: 'json', text: '{"a":1}' } as const
    expect(curlOf({ method: 'POST', url, headers, body })).toBe(
      [
        `curl -X POST '${url}' \\`,
        `  -H 'Authorization: Bearer ptla_1' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"a":1}'`,
      ].join('\n'),
    )
  })

  const file = new File([], 'egg.json')
  const upload = { kind: 'file', part: 'import_file', file } as const

  it('sends a file as a part of the form', () => {
    expect(curlOf({ method: 'POST', url, headers: {}, body: upload })).toContain(`-F 'import_file=@egg.json'`)
  })

  it('downloads a file first that is not on the disk', () => {
    const from = 'http://127.0.0.1:4141/_nestbox/example-egg.json'
    const body = { ...upload, ...downloaded(file, from, false) }
    expect(curlOf({ method: 'POST', url, headers: {}, body })).toBe(
      `curl -o 'egg.json' '${from}' &&\ncurl -X POST '${url}' \\\n  -F 'import_file=@egg.json'`,
    )
    const locked = { ...upload, ...downloaded(file, from, true) }
    expect(curlOf({ method: 'POST', url, headers: {}, body: locked })).toMatch(
      /^curl -H "X-Nestbox-Control: \$NESTBOX_CONTROL_TOKEN" -o/,
    )
  })

  it('pipes a file of which only the text is known', () => {
    const body = { ...upload, ...piped(file, `{"a":"it's"}`) }
    expect(curlOf({ method: 'POST', url, headers: {}, body })).toBe(
      `printf %s '{"a":"it'\\''s"}' |\ncurl -X POST '${url}' \\\n  -F 'import_file=@-;filename=egg.json'`,
    )
  })

  it('escapes a quote in an argument', () => {
    const body = { kind: 'json', text: `{"name":"Jo's"}` } as const
    expect(curlOf({ method: 'PUT', url, headers: {}, body })).toContain(`-d '{"name":"Jo'\\''s"}'`)
  })
})
