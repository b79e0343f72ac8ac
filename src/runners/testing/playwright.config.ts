import { defineConfig } from '@playwright/test'
import type { NestboxFixtures, NestboxWorkerFixtures } from '../playwright.ts'

export default defineConfig<NestboxFixtures, NestboxWorkerFixtures>({
  testDir: '.',
  outputDir: '../../../node_modules/.cache/playwright-runners',
  workers: 2,
  fullyParallel: true,
  reporter: 'list',
  use: {
    nestboxOptions: { scenario: 'empty' },
    launchOptions: { executablePath: process.env['CHROMIUM'] ?? '', args: ['--no-sandbox'] },
  },
})
