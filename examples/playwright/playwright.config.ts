import { defineConfig } from '@playwright/test'
import type { NestboxFixtures, NestboxWorkerFixtures } from 'nestbox/testing/playwright'

const { CHROMIUM } = process.env

export default defineConfig<NestboxFixtures, NestboxWorkerFixtures>({
  testDir: '.',
  outputDir: '../../node_modules/.cache/playwright',
  fullyParallel: true,
  reporter: 'list',
  use: {
    // All options of startNestbox are accepted here.
    nestboxOptions: { seed: 'my suite' },
    // Not needed in your suite, where Playwright installs its own browser.
    ...(CHROMIUM && { launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] } }),
  },
})
