import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../test/crash/run.mjs', import.meta.url))

it.skipIf(process.platform === 'win32')(
  'a data file keeps every accepted write and no refused one, through kills and full disks',
  async () => {
    const args = [program, '--kills', '4', '--only', 'kills', '--only', 'disks']
    // The program prints its findings even if it fails.
    const { stdout } = await promisify(execFile)(process.execPath, args).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toContain('\n| 4 | ')
    expect(stdout).toContain('| files limited: after a kill and a start | ')
    expect(stdout).toMatch(/\n0 failures\.\n$/)
  },
  180_000,
)
