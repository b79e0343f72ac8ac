import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { GapSettings, startNestbox } from '../src/index.ts'
import { get } from './testing/api.ts'
import { proxyTo } from './testing/proxy.ts'

const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))

describe('check that is interrupted while it writes', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('restores node and server after %s, reports, and exits with %i', async (signal, exitCode) => {
    await using mock = await startNestbox({
      gapSettings: new GapSettings().set('operations.beyond', 'companions'),
    })
    const before = (await get(`${mock.url}/~check/_nestbox/state`)).body
    let writes = 0
    let interrupt = (): void => {}
    await using proxy = await proxyTo(mock.url, (answer, path) => {
      // The response of the third write to the server has not arrived yet.
      if (path.endsWith('/startup')) writes += 1
      if (path.endsWith('/startup') && writes === 3) interrupt()
      return answer
    })
    const child = spawn(process.execPath, [program, 'check', proxy.url, '--only', '4.1', '--only', '4.5'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    interrupt = () => child.kill(signal)
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
    })
    const code = await new Promise((done) => child.once('close', done))
    expect(code).toBe(exitCode)
    expect(stdout).toContain(`(exit code ${exitCode})`)
    expect(stdout).toMatch(/The run was ended before \d+ checks could begin\./)
    const after = (await get(`${mock.url}/~check/_nestbox/state`)).body
    const parts = (state: unknown) => {
      const { tables } = state as { tables: Record<string, readonly Record<string, unknown>[]> }
      const { updated_at: _, ...node } = tables['nodes']?.[0] ?? {}
      // A read shows the environment with the defaults of the egg, so these are what is put back.
      const { updated_at: __, environment: ___, ...server } = tables['servers']?.[0] ?? {}
      return { node, server }
    }
    expect(parts(after)).toEqual(parts(before))
  })
})
