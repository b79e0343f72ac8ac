import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import ajvFormats from 'ajv-formats'
import type { Har } from 'har-format'
import { describe, expect, it } from 'vitest'
import { reporters } from './index.ts'
import { about, everything, peaceful } from './testing/run.ts'

const load = createRequire(import.meta.url)
const schemas: Readonly<Record<string, object>> = load('har-schema')

const ajv = new Ajv({ strict: false })
ajvFormats.default(ajv)
ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json'))
ajv.addSchema(Object.values(schemas))

const report: Har = JSON.parse(reporters.har(everything, about))
const [posted, uploaded, refused] = report.log.entries

describe('the HAR report', () => {
  it.each([
    ['everything happened', everything],
    ['no request was sent', { ...peaceful, exchanges: [] }],
  ])('is valid HAR 1.2 if %s', (_, run) => {
    const isValid = ajv.validate('har.json#', JSON.parse(reporters.har(run, about)))
    expect(ajv.errors).toBeNull()
    expect(isValid).toBe(true)
  })

  it('has every exchange, one after another', () => {
    expect(report.log.entries.map(({ startedDateTime }) => startedDateTime)).toEqual([
      '2026-01-02T03:04:05.006Z',
      '2026-01-02T03:04:05.018Z',
      '2026-01-02T03:04:05.021Z',
    ])
  })

  it('has the name of a token instead of the token', () => {
    expect(posted?.request.headers).toContainEqual({
      name: 'Authorization',
      value: 'Bearer $NESTBOX_APPLICATION_TOKEN',
    })
    expect(refused?.request.headers.map(({ name }) => name)).not.toContain('Authorization')
  })

  it('has bodies as they were sent', () => {
    expect(posted?.request.postData?.mimeType).toBe('application/json')
    expect(uploaded?.request.postData?.params).toMatchObject([{ name: 'import_file', fileName: 'egg.json' }])
    expect(posted?.request.queryString[0]).toEqual({ name: 'page', value: '1' })
  })

  it('leaves out the bodies after the first five million characters', () => {
    const [exchange] = everything.exchanges
    const reply = { status: 200, headers: {}, text: 'x'.repeat(190_000), json: undefined }
    const exchanges = Array.from({ length: 30 }, () => ({ ...exchange, reply }) as never)
    const { log }: Har = JSON.parse(reporters.har({ ...everything, exchanges }, about))
    expect(log.entries.filter(({ response }) => response.content.text !== undefined)).toHaveLength(27)
  })

  it('has the status 0 and the reason if no response arrived', () => {
    expect(uploaded).toMatchObject({
      response: { status: 0 },
      comment: expect.stringContaining('the line broke'),
    })
  })
})
