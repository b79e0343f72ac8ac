// Starts the Storybook of the current folder, and compares the texts of its stories in Chromium with the expected ones.
// CHROMIUM is the path of a Chromium. Without one, the stories are only built.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const stories = {
  'server-list--first-day': 'First server: normal',
  'server-list--suspended': 'Arena: suspended',
  'server-list--unavailable': 'The servers cannot be loaded: status 503.',
}

const program = 'node_modules/storybook/dist/bin/dispatcher.js'
const storybook = (...args) =>
  spawn(process.execPath, [program, ...args, '--config-dir', 'storybook/.storybook'], {
    env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  })

const { CHROMIUM: executablePath } = process.env
if (!executablePath) {
  storybook('build', '--quiet').on('close', (code) => process.exit(code))
} else {
  process.exit((await showsStories()) ? 0 : 1)
}

async function showsStories() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = storybook('dev', '--ci', '--exact-port', '--host', '127.0.0.1', '--port', String(port))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    await untilReady(`${url}/index.json`, child)
    const page = await browser.newPage()
    let isRight = true
    for (const [story, expected] of Object.entries(stories)) {
      await page.goto(`${url}/iframe.html?viewMode=story&id=${story}`)
      const line = page.locator('#storybook-root li').filter({ hasText: expected })
      const isShown = await line.waitFor({ timeout: 30_000 }).then(
        () => true,
        () => false,
      )
      if (!isShown)
        console.error(
          `${story} shows ${await page.locator('#storybook-root, #error-message').allTextContents()}`,
        )
      isRight &&= isShown
    }
    return isRight
  } finally {
    await browser.close()
    process.kill(-child.pid)
  }
}

/** Waits until a request of the URL succeeds. Throws if the child ends first. */
async function untilReady(url, child) {
  while (child.exitCode === null) {
    if ((await fetch(url).catch(() => undefined))?.ok) return
    await pause(200)
  }
  throw new Error(`Storybook ended with ${child.exitCode}.`)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
