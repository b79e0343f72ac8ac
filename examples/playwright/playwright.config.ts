import { defineConfig } from '@playwright/test'
import type { NestboxFixtures, NestboxWorkerFixtures } from 'nestbox/testing/playwright'

const { CHROMIUM } = process.env

export default defineConfig<NestboxFixtures, NestboxWorkerFixtures>({
  testDir: '.',
  outputDir: '../../node_modules/.cache/playwright',
  fullyParallel: true,
  reporter: 'list',
  use: {
    // Any option of startNestbox.
    nestboxOptions: { seed: 'my suite' },
    // A browser of this machine; in your suite Playwright brings its own.
    ...(CHROMIUM && { launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] } }),
  },
})
