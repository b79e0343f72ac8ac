// Runs the examples with the packed package, in tools that are not packages of this repository.
// Usage, after a build: npm run test:runners [-- <name> ...], such as MSW. It installs them into a temporary folder.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTarball } from '../tarball/install.mjs'

const inRepository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * The tools with their packages, their example, and the arguments of Node, the first of which is a flag of Node or a
 * script; a relative path of a script starts in `node_modules`.
 */
const runners = [
  {
    name: 'Vitest 3.2',
    packages: ['vitest@3.2'],
    example: 'examples/vitest-fixture.test.ts',
    command: ['vitest/vitest.mjs', 'run', '--root', '.', 'vitest-fixture.test.ts'],
  },
  {
    name: 'the conformance kit in Vitest 3.2',
    packages: [],
    example: 'examples/vitest.test.ts',
    command: ['vitest/vitest.mjs', 'run', '--root', '.', 'vitest.test.ts'],
  },
  {
    name: 'Jest 30',
    packages: ['jest@30'],
    example: 'examples/jest',
    command: ['jest/bin/jest.js', '--config', 'jest/jest.config.json'],
  },
  {
    name: 'Storybook 10',
    packages: ['storybook@10', '@storybook/html-vite@10', 'vite@8'],
    example: 'examples/storybook',
    command: [inRepository('test/runners/storybook.mjs')],
  },
  { name: 'MSW 2', packages: ['msw@2'], example: 'examples/msw', command: ['--test', 'msw/panel.test.mjs'] },
  {
    name: 'Vitest 4 in a browser',
    packages: ['vitest@4.1.12', '@vitest/browser-playwright@4.1.12', 'playwright@1.65.1'],
    example: 'examples/vitest-browser',
    command: ['vitest/vitest.mjs', 'run', '--root', 'vitest-browser'],
  },
  // These replace globals of Node, such as `fetch` and `AbortController`, by their own.
  ...['happy-dom@20', 'jsdom@26'].map((environment) => ({
    name: `Vitest 4 with ${environment.replace('@', ' ')}`,
    packages: ['vitest@4.1.12', environment],
    example: 'examples/vitest-fixture.test.ts',
    command: [
      'vitest/vitest.mjs',
      ...['run', '--root', '.', '--environment', environment.split('@')[0], 'vitest-fixture.test.ts'],
    ],
  })),
]

const installed = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`)
const chromium = [process.env.CHROMIUM, ...installed].find((path) => path && existsSync(path))

const names = process.argv.slice(2)
const chosen = runners.filter(({ name }) => names.length === 0 || names.some((each) => name.includes(each)))

const folder = installTarball()
let failed = 0
try {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  for (const { name, packages, example, command } of chosen) {
    if (packages.length > 0) {
      execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' })
    }
    const target = join(folder, example.replace('examples/', ''))
    cpSync(inRepository(example), target, { recursive: true })
    if (example === 'examples/jest') writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }')
    const [first, ...rest] = command
    const script = first.startsWith('-') ? first : resolve(folder, 'node_modules', first)
    try {
      execFileSync(process.execPath, [script, ...rest], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, CHROMIUM: chromium ?? '' },
      })
      console.log(`passed  ${name}`)
    } catch (error) {
      failed += 1
      console.log(`FAILED  ${name}\n${error.stdout}\n${error.stderr}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
