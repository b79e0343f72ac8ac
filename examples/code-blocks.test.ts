// Runs the commands and reads the data in the code blocks of the pages; pages.test.ts runs their TypeScript.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Nestbox, startNestbox } from 'nestbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { codeBlocksOf, pages } from '../src/testing/markdown.ts'
import { sample } from '../src/testing/sample.ts'

/** Commands that no test runs, and the reason. */
const notRun: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^docker /, 'needs containers'],
  [/^npm (?:install|pack)\b/, 'needs the network; test/tarball installs the packed package'],
  [/^npx openapi-typescript /, 'needs the network; npm run test:openapi runs it'],
  [/^\.\/my-server /, 'stands for the server of the reader'],
]

let bin: string
let nestbox: Nestbox
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'nestbox-bin-'))
  const program = fileURLToPath(new URL('../dist/bin/nestbox.js', import.meta.url))
  const scripts = {
    nestbox: `exec '${process.execPath}' '${program}' "$@"`,
    npx: '[ "$1" = nestbox ] && shift && exec nestbox "$@"',
    go: 'exit 0',
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  nestbox = await startNestbox()
})
afterAll(async () => {
  rmSync(bin, { recursive: true })
  await nestbox?.close()
})

/** What a command needs to run here: the URL and the tokens of a server, an end, and less to do. */
const adaptations = (): readonly (readonly [found: RegExp, text: string])[] => [
  [/http:\/\/(?:127\.0\.0\.1:4141|localhost:8080)/g, nestbox.url],
  [/rootClient=ptlc_\.\.\./, `rootClient=${nestbox.tokens.rootClient}`],
  [/userClient=ptlc_\.\.\./, `userClient=${nestbox.tokens.userClient}`],
  [/^curl (.*) \.\.\.$/, `curl $1 ${nestbox.url}/api/application/users`],
  [/^curl -N /, 'curl --max-time 1 -N '],
  [/^curl (?=.*\/_nestbox\/)/, 'curl --fail '],
  [/--explore /, '--explore --explore-requests 20 '],
  [/^((?:npx )?nestbox check (?!.*--replay).*)$/, '$1 --only 4.7/response'],
]

const runnable = (command: string): string =>
  adaptations().reduce((text, [found, replacement]) => text.replace(found, replacement), command)

/** Commands that end with other exit codes than 0. */
const exitCodes: readonly (readonly [command: RegExp, codes: readonly number[], reason: string])[] = [
  [/^curl .*fault=/, [52, 56], 'the connection breaks'],
  [/^curl .*--max-time/, [28], 'events never end'],
  [/--replay/, [2], 'the mock server conforms, so there is no finding to send again'],
]

const exitCodesOf = (command: string): readonly number[] =>
  exitCodes.find(([pattern]) => pattern.test(command))?.[1] ?? [0]

/** Runs a command in a folder to its end; a server is stopped as soon as it is ready. */
function run(
  command: string,
  cwd: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const isServer = /^(?:npx )?nestbox(?: --|$)/.test(command)
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}`, NESTBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk
    if (isServer && output.includes('Ready on ')) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

/** The commands of a block, without comments and line breaks. */
const commandsOf = (code: string): readonly string[] =>
  code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter(Boolean)

async function runAll(code: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nestbox-block-'))
  const target = JSON.stringify(nestbox.target)
  mkdirSync(join(folder, 'ci'))
  writeFileSync(join(folder, 'ci/target.json'), target)
  writeFileSync(join(folder, 'ci/known.json'), '[]')
  try {
    for (const command of commandsOf(code)) {
      if (notRun.some(([pattern]) => pattern.test(command))) continue
      const isInit = /nestbox init /.test(command)
      if (!isInit) writeFileSync(join(folder, 'target.json'), target)
      const text = runnable(command)
      const { code, output } = await run(text, folder)
      expect(exitCodesOf(text), `${text}\n${output}`).toContain(code)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a test does with the blocks of each language. */
const handlers: Readonly<Record<string, (code: string) => unknown>> = {
  sh: runAll,
  json: (code) => JSON.parse(code),
  yaml: (code) => parse(code),
  js: (code) => import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`),
}

/** Languages that another test handles: pages.test.ts compiles and runs TypeScript, and compares the output. */
const elsewhere = ['ts', 'text']

const blocks = pages.flatMap((page) =>
  codeBlocksOf(page)
    .filter(({ isGenerated, language }) => !isGenerated && !elsewhere.includes(language))
    .map(({ language, code }) => ({ page, language, code, first: code.split('\n')[0] })),
)

describe.skipIf(process.platform === 'win32')('a code block', () => {
  it('is found in most pages', () => {
    expect(blocks.length).toBeGreaterThan(30)
  })

  const isShell = ({ language }: { readonly language: string }): boolean => language === 'sh'

  it.each([...blocks.filter((each) => !isShell(each)), ...sample(2, blocks.filter(isShell))])(
    'of $page works: $first',
    async ({ page, language, code }) => {
      const handle = handlers[language]
      if (!handle)
        throw new Error(`${page} has a block in the language "${language}": add a way to test it here.`)
      await handle(code)
    },
  )

  it.each(notRun)('%s is in a page, and not run: it %s', (command) => {
    const commands = blocks.flatMap(({ language, code }) => (language === 'sh' ? commandsOf(code) : []))
    expect(commands.some((each) => command.test(each))).toBe(true)
  })
})
