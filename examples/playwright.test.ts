// Runs the Playwright example.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { chromium } from '../src/testing/chromium.ts'
import { isWhole } from '../src/testing/sample.ts'

const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')

async function runPlaywright(config: string, ...args: readonly string[]) {
  const { VITEST: _, ...env } = process.env
  const child = spawn(process.execPath, [cli, 'test', '-c', config, ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0', CHROMIUM: chromium ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise((resolve) => child.once('exit', resolve)),
  ])
  return { code, output }
}

it.runIf(isWhole)('the Playwright example passes', { timeout: 180_000 }, async () => {
  const { code, output } = await runPlaywright('examples/playwright/playwright.config.ts')
  expect(output).toMatch(chromium === undefined ? /1 skipped[\s\S]*2 passed/ : /3 passed/)
  expect(code).toBe(0)
})
