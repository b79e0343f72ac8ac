import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { chromium } from '../testing/chromium.ts'

const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')

it('gives each test its own sandbox, and deletes it with its pages after the test', {
  timeout: 180_000,
}, async () => {
  const { VITEST: _, ...env } = process.env
  const config = join(import.meta.dirname, 'testing/playwright.config.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'test', '-c', config], {
    env: { ...env, CHROMIUM: chromium ?? '' },
  })
  expect(stdout).toContain(chromium === undefined ? '2 passed' : '3 passed')
})
