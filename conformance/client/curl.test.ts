import { describe, expect, it } from 'vitest'
import { answered } from '../report/testing/run.ts'
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
})
