import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isWhole } from '../src/testing/sample.ts'

const program = fileURLToPath(new URL('../test/crash/run.mjs', import.meta.url))

describe.skipIf(process.platform === 'win32').concurrent('a data file keeps every accepted write', () => {
  const kills = isWhole ? '4' : '2'
  it.each<[what: string, flags: string[], rows: string[]]>([
    [
      'and no refused one, after kills and full disks',
      ['--kills', kills, '--only', 'kills', '--only', 'disks'],
      [`\n| ${kills} | `, '| files limited: after a kill and a start | '],
    ],
    [
      'of processes that are suspended within a write and lose the file to others',
      ['--only', 'pauses'],
      ['| before the rename | goes on | 507 ', '| after the rename | stops | 507 '],
    ],
  ])(
    '%s',
    async (_, flags, rows) => {
      // The program prints its findings even if it fails.
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...flags]).catch(
        (error: { stdout: string }) => error,
      )
      for (const row of rows) expect(stdout).toContain(row)
      expect(stdout).toMatch(/\n0 failures\.\n$/)
    },
    180_000,
  )
})
