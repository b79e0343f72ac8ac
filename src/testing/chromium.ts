import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium as driver } from 'playwright-core'
import { once } from '../contract/once.ts'

/** Names of the program; the tests take half as long in the first, which has no user interface. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]

/** A Chromium of this machine: the one that `CHROMIUM` names, else the first that is installed; none is downloaded. */
export const chromium: string | undefined = [
  process.env['CHROMIUM'] ?? '',
  ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
].find(isExecutable)

/** A suffix for the titles of tests that are skipped without a browser. */
export const unlessMissing =
  chromium === undefined ? ' (skipped: no Chromium found; set CHROMIUM to one)' : ''

/** The one that the tests of a worker share, since each start takes a second. Playwright ends it with the worker. */
export const theChromium: () => Promise<Browser> = once(() =>
  // Root, as in most containers, gets no sandbox of the browser's own.
  driver.launch({
    executablePath: chromium ?? '',
    args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  }),
)

function isExecutable(path: string): boolean {
  if (path === '') return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
