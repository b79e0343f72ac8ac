import { playwright } from '@vitest/browser-playwright'

const { CHROMIUM } = process.env

export default {
  test: {
    globalSetup: './nestbox.setup.js',
    include: ['*.test.js'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      // Options are not needed in your suite, where Playwright installs its own browser.
      provider: playwright(
        CHROMIUM ? { launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] } } : {},
      ),
      instances: [{ browser: 'chromium' }],
    },
  },
}
