// Tests the pages: their TypeScript compiles and runs as shown, and docs/library.md lists all options and members.
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Responses, type Server, startNestbox } from 'nestbox'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { options } from '../src/options/table.ts'
import { codeBlocksOf, pages } from '../src/testing/markdown.ts'

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = (path: string) => readFileSync(root(path), 'utf8')

/** All code blocks of a page in a language. */
const blocks = (path: string, language: string): string[] =>
  codeBlocksOf(path)
    .filter((block) => block.language === language)
    .map(({ code }) => code)

/** The code spans in the first column of the tables in a text. */
const firstColumn = (part: string): string[] =>
  [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)

const library = page('docs/library.md')
const section = (title: string) => library.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

/** The first part of the name of the files with the code of a page. */
const nameOf = (path: string): string => path.replaceAll(/\W+/g, '-').toLowerCase()

/** Declares a function that the pages assume in the code of the reader. */
const readerCode = 'declare function signUp(url: string, token: string): Promise<void>\n'

/** That function. */
const setup = `
globalThis.signUp = (url, token) =>
  fetch(url + '/api/application/users', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
    body: '{"email":"jo@example.com","username":"jo","first_name":"Jo","last_name":"March"}',
  })`

let folder: string
let compiled: { readonly code: number | null; readonly output: string }

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'nestbox-pages-')))
  mkdirSync(join(folder, 'node_modules'))
  for (const name of ['vitest', '@playwright', '@types']) {
    symlinkSync(root(`node_modules/${name}`), join(folder, 'node_modules', name), 'junction')
  }
  symlinkSync(root('.'), join(folder, 'node_modules/nestbox'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'reader-code.d.ts'), readerCode)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: root('tsconfig.json'),
      compilerOptions: { noEmit: false, outDir: 'out', rootDir: '.' },
      include: ['*.ts'],
      exclude: [],
    }),
  )
  for (const path of pages) {
    for (const [index, code] of blocks(path, 'ts').entries()) {
      writeFileSync(join(folder, `${nameOf(path)}-${index}.ts`), code)
    }
  }
  writeFileSync(join(folder, 'setup.mjs'), setup)
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { include: ['out/*.js'], setupFiles: './setup.mjs' } }`,
  )
  compiled = await run(root('node_modules/typescript/bin/tsc'), '-p', folder)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  return { code, output }
}

it('all TypeScript in the pages compiles', () => {
  expect(pages.filter((path) => blocks(path, 'ts').length > 0).length).toBeGreaterThan(3)
  expect(compiled).toEqual({ code: 0, output: '' })
})

/** The compiled code blocks that contain a text, as paths. */
const compiledWith = (text: string): string[] =>
  pages.flatMap((path) =>
    blocks(path, 'ts').flatMap((code, index) =>
      code.includes(text) ? [join(folder, `out/${nameOf(path)}-${index}.js`)] : [],
    ),
  )

it('every program of the pages runs', { timeout: 120_000 }, async () => {
  const programs = compiledWith('await startNestbox(')
  expect(programs.length).toBeGreaterThan(2)
  for (const program of programs) expect(await run(program)).toMatchObject({ code: 0 })
})

it('the tests of the pages for Vitest pass', { timeout: 120_000 }, async () => {
  const tests = compiledWith('nestbox/testing/vitest').filter((path) =>
    readFileSync(path, 'utf8').includes("test('"),
  )
  expect(tests.length).toBeGreaterThan(2)
  const { code, output } = await run(
    root('node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    folder,
    ...tests,
  )
  expect([code, output]).toEqual([0, expect.stringContaining(`${tests.length} passed`)])
})

it('the first program of docs/library.md prints what the page shows', async () => {
  const [shown] = blocks('docs/library.md', 'text')
  expect(await run(join(folder, 'out/docs-library-md-0.js'))).toEqual({ code: 0, output: shown })
})

it('the program of docs/library.md that adds rows runs', async () => {
  const { code, output } = await run(join(folder, 'out/docs-library-md-1.js'))
  expect([code, output]).toEqual([0, expect.stringMatching(/^.+ false\n$/)])
})

it('the functions of docs/library.md read relationships, whether or not they are truncated', async () => {
  const { portsOf, eggNameOf } = await import(pathToFileURL(join(folder, 'out/docs-library-md-2.js')).href)
  const nestbox = await startNestbox()
  const server = async (): Promise<Server> => {
    const response = await fetch(`${nestbox.url}/api/admin/servers/1/startup`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${nestbox.tokens.rootClient}`, 'content-type': 'application/json' },
      body: '{}',
    })
    return ((await response.json()) as Responses['updateServerStartup']).attributes
  }
  const whole = await server()
  expect(portsOf(whole)).toEqual([25_565])
  expect(eggNameOf(whole)).toBe('Paper')
  nestbox.gaps.set({ 'nesting.cut': 'cut' })
  const flat = await server()
  expect(portsOf(flat)).toEqual([])
  expect(portsOf({ ...flat, relationships: { allocations: [] } })).toEqual([])
  expect(eggNameOf(flat)).toBeUndefined()
  await nestbox.close()
})

it('docs/library.md lists exactly the options of startNestbox', () => {
  const names = Object.entries(options).flatMap(([name, row]) => ('for' in row ? [] : name))
  expect(firstColumn(section('Options')).toSorted()).toEqual(names.toSorted())
})

it('docs/library.md names every member of a service', async () => {
  const nestbox = await startNestbox()
  const named = section('Control a running service')
  const names = [nestbox, nestbox.tokens, nestbox.gaps, nestbox.faults].flatMap((part) => Object.keys(part))
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(named))).toEqual([])
  await nestbox.close()
})
