import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('the example for node:test passes', async () => {
  const file = fileURLToPath(new URL('node-test/panel.test.mjs', import.meta.url))
  // The variable makes `node --test` report to a parent `node --test` and not to standard output.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap', file], {
    env,
  })
  expect(stdout).toMatch(/^# pass 2$/m)
})
