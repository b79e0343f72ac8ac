import { existsSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { startNestbox } from '../src/index.ts'
import { folder } from './testing/folder.ts'
import { expectRefusal, run } from './testing/run.ts'
import { runHere } from './testing/run-here.ts'

const openapi = (...args: readonly string[]) => runHere(['openapi', ...args])

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>
  readonly 'x-nestbox-world': { readonly checksum: string }
}

async function described(...args: readonly string[]): Promise<Description> {
  const { code, stdout, stderr } = await openapi(...args)
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

describe('openapi', () => {
  describe.each(['literal', 'panel'])('without examples, in profile %s', async (gaps) => {
    const whole = await openapi('--gaps', gaps)
    const lean = await openapi('--gaps', gaps, '--no-examples')

    it('leaves out the examples and long texts', () => {
      expect(lean.stdout).not.toMatch(/"examples?":|"x-nestbox-|The document says/)
      expect(lean.stdout.length).toBeLessThan(whole.stdout.length * 0.15)
    })

    it('has every operation and every schema with its fields, and a line for each operation', () => {
      const [{ paths, components }, all] = [lean, whole].map(({ stdout }) => JSON.parse(stdout))
      expect(Object.keys(paths)).toEqual(Object.keys(all.paths))
      expect(components.schemas).toEqual(all.components.schemas)
      const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods))
      const lines = lean.stdout.split('\n').filter((line) => line.includes('"operationId"'))
      expect(lines).toHaveLength(operations.length)
    })

    it('is valid OpenAPI, and equal for every world', async () => {
      const { errors } = await new Validator().validate(JSON.parse(lean.stdout))
      expect(errors).toBeUndefined()
      const other = await openapi('--gaps', gaps, '--no-examples', '--seed', 'other')
      expect(other.stdout).toBe(lean.stdout)
    })
  })

  it('describes the API of the world that serve would make', async () => {
    await using nestbox = await startNestbox({ today: '2026-06-01' })
    const description = await described()
    expect(description).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://127.0.0.1:4141' }],
      'x-nestbox-world': {
        seed: 'nestbox',
        scenario: 'demo',
        scale: 40,
        today: '2026-06-01',
        checksum: nestbox.checksum,
      },
    })
    expect(description.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(Object.keys(description.paths)).toHaveLength(8)
  })

  it('accepts the flags of serve that affect the document', async () => {
    const description = await described(
      ...['--seed', 'other', '--scenario', 'empty', '--base-url', 'https://panel.example.com/'],
      ...['--gap', 'status.created=200', '--now', '2027-01-01'],
    )
    expect(description).toMatchObject({
      servers: [{ url: 'https://panel.example.com' }],
      'x-nestbox-world': { seed: 'other', scenario: 'empty', scale: 1, today: '2027-01-01' },
    })
    const { responses } = description.paths['/api/application/users']?.['post'] ?? {}
    expect(Object.keys(responses ?? {})).toContain('200')
    expect(JSON.stringify(responses)).toContain('"created_at":"2027-01-01T00:00:00+00:00"')
  })

  it('prints equal documents in different processes', async () => {
    const args = ['openapi', '--gaps', 'panel']
    expect((await run(args)).stdout).toBe((await runHere(args)).stdout)
  })

  it('writes a file, and overwrites it', async () => {
    await using files = await folder()
    for (const gaps of ['literal', 'panel']) {
      const { code, stdout } = await openapi('-o', files.at('openapi.json'), '--gaps', gaps)
      expect([code, stdout]).toEqual([0, ''])
      expect(await files.json('openapi.json')).toMatchObject({ openapi: '3.1.0' })
    }
  })

  it('reports a file that cannot be written', async () => {
    await using files = await folder()
    const path = files.at('no/such/folder.json')
    const why = `the directory ${files.at('no/such')} does not exist`
    expectRefusal(await openapi('-o', path), 2, `--out cannot write to ${path}: ${why}.`)
    expectRefusal(await openapi('-o', files.at('.')), 2, 'it is a directory.')
  })

  it.skipIf(!existsSync('/dev/full'))('reports a full disk', async () => {
    expectRefusal(await openapi('-o', '/dev/full'), 1, '/dev/full cannot be written: the disk is full.')
  })

  it.each([
    [['--scale', '0'], '--scale must be an integer from 1 to 10000, not "0".'],
    [['--scale', '5', '--scenario', 'edge'], '--scale cannot be combined with --scenario edge'],
    [
      ['--gap', 'page.links=maybe'],
      'The gap "page.links" has no choice "maybe"; its choices are neighbours,',
    ],
    [['--port', '1'], 'Unknown flag'],
    [['--out', ''], '--out must be a string that is not empty'],
    [['extra'], 'Unexpected argument "extra"'],
  ])('refuses %j', async (args, words) => {
    const { code, stdout, stderr } = await openapi(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
  })
})
