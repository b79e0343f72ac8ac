import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('node:test runs the example with a sandbox for each test', async () => {
  const file = fileURLToPath(new URL('node-test/panel.test.mjs', import.meta.url))
  // Else the process takes itself for a test of Vitest.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file], {
    env,
  })
  expect(stdout).toMatch(/^# pass 2$/m)
})
