// CONTRIBUTING.md and the other pages name files that exist, and the lists in CONTRIBUTING.md are complete.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkFlags } from '../bin/check/flags.ts'
import { kebab } from '../conformance/judge/access.ts'
import { reporters } from '../conformance/report/index.ts'
import { choicesAt, settableGapIds } from '../src/contract/gaps/index.ts'
import { type OperationId, operations, parametersIn, responseOf } from '../src/contract/operations.ts'
import { pathParameters } from '../src/contract/parameters.ts'
import { breaks } from '../src/faults/effect.ts'
import { makeWorld } from '../src/fixtures/index.ts'
import { exampleRowsIn, identifier } from '../src/openapi/examples.ts'
import { endpoints } from '../src/routes/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const contributing = read('CONTRIBUTING.md')

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'conformance/README.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The tests in a folder and in those below it. */
const testsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `${folder}/${path}`)

const rooms = ['src', 'conformance', 'bin', 'test', 'examples', 'scripts', 'bench', 'docs', '.github', '.ci']
const isPath = (text: string) => rooms.some((room) => text === room || text.startsWith(`${room}/`))

/** Paths of the repository in code spans, without `a/<name>.ts`, which stands for several files. */
const pathsIn = (page: string): string[] =>
  [...read(page).matchAll(/`([^`\s]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => isPath(span) && !/[<*]/.test(span))

/** Whether a script makes the path, so that it may be missing. */
const isGenerated = (path: string) => path === 'bench/.peers'

describe('the documentation', () => {
  it.each(pages)('%s names files that exist', (page) => {
    expect(pathsIn(page).filter((path) => !isGenerated(path) && !existsSync(join(root, path)))).toEqual([])
  })

  it.each(pages)('%s links to pages and headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    const broken = links.filter(([, path = '', heading]) => {
      const target = path === '' ? page : join(dirname(page), path)
      return !existsSync(join(root, target)) || (heading && !headingsOf(target).includes(heading))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

/** The anchors of the headings of a page, as GitHub forms them. */
const headingsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

/** The rows of the tables of files in CONTRIBUTING.md: each file with its guard, "same" for what is in the row. */
const guardRows = contributing
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| *| *\|$/g, '').trim()))
  .flatMap((cells) => {
    const at = cells.findIndex((cell) => /^`(?:src|conformance|docs|test)\/\S+`$/.test(cell))
    const guard = cells.at(-1) ?? ''
    return at >= 0 && cells.length > at + 2 ? [{ file: cells[at]?.slice(1, -1) ?? '', guard }] : []
  })

describe('each file of a table in CONTRIBUTING.md', () => {
  it('is in a table', () => {
    expect(guardRows.length).toBeGreaterThan(30)
  })

  it.each(guardRows)('$file has a guard, and a test that is its guard names it', ({ file, guard }) => {
    expect(guard).toMatch(/^(?:compiler|itself|`[\w./-]+\.ts`)$/)
    if (!guard.startsWith('`')) return
    const [beginning = ''] = file.replace(/\/$/, '').split('/<')
    expect(read(guard.slice(1, -1))).toContain(beginning)
  })
})

describe('the layout in CONTRIBUTING.md', () => {
  const named = pathsIn('CONTRIBUTING.md')
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${path}/${entry.name}`)

  it.each(['src', 'conformance'])('CONTRIBUTING.md names every folder of %s', (path) => {
    expect(foldersOf(path).filter((folder) => !named.includes(folder))).toEqual([])
  })

  it('CONTRIBUTING.md names every script of package.json, and no other', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const own = Object.keys(scripts).filter((name) => !/^pre[a-z]/.test(name))
    const command = (name: string) => (['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`)
    expect(own.filter((name) => !contributing.includes(`\`${command(name)}\``))).toEqual([])
    const scriptsNamed = [...contributing.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(scriptsNamed.filter((name) => !own.includes(name))).toEqual([])
  })
})

describe('an operation', () => {
  const ids = Object.keys(operations) as OperationId[]
  /** The test of an operation, or that of all pages, which must then request the operation. */
  const testOf = (id: OperationId): string =>
    responseOf(id).envelope === 'page' && read('src/routes/pagination.test.ts').includes(lastSegment(id))
      ? 'src/routes/pagination.test.ts'
      : `src/routes/${kebab(id)}.test.ts`

  const lastSegment = (id: OperationId): string =>
    operations[id].path.slice(operations[id].path.lastIndexOf('/'))

  it.each(ids)('the operation %s has a file and a test in src/routes', (id) => {
    const files = [`src/routes/${kebab(id)}.ts`, testOf(id)]
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('every operation is in the list of src/routes/index.ts', () => {
    expect(endpoints.map(({ operation }) => operation.id)).toEqual(ids)
  })

  it.each(ids)('CHANGELOG.md names the operation %s', (id) => {
    expect(read('CHANGELOG.md')).toContain(`\`${id}\``)
  })

  it.each(ids)(
    'src/contract/parameters.ts and src/openapi/examples.ts have the path parameters of the operation %s',
    async (id) => {
      const rows = exampleRowsIn(makeWorld({}).tables)
      const missing = parametersIn(operations[id].path).filter(
        (name) => !(name in pathParameters) || identifier(rows, name) === undefined,
      )
      expect(missing).toEqual([])
    },
  )
})

describe('a gap', () => {
  const tests = testsIn('src').filter((path) => path !== 'src/contract/contract.test.ts')
  const texts = tests.map(read)

  it.each(settableGapIds)('a test in src has each choice at the gap %s', (id) => {
    const naming = texts.filter((text) => text.includes(id))
    const [, ...others] = choicesAt(id)
    expect(others.filter((choice) => !naming.some((text) => text.includes(choice)))).toEqual([])
  })
})

describe('a reporter', () => {
  it.each(Object.keys(reporters))(
    'the reporter %s has a file and a test, and is in the help and in the guide',
    (name) => {
      expect(existsSync(join(root, `conformance/report/${name}.ts`))).toBe(true)
      expect(existsSync(join(root, `conformance/report/${name}.test.ts`))).toBe(true)
      expect(checkFlags.reporter.help).toContain(name)
      expect(read('conformance/README.md')).toContain(`\`${name}\``)
    },
  )
})

describe('a fault that breaks a connection', () => {
  it.each(breaks)('src/middleware/faults.test.ts tests the fault %s', (name) => {
    expect(read('src/middleware/faults.test.ts')).toContain(`'${name}'`)
  })

  it.each(breaks)('docs/control-api.md describes the fault %s', (name) => {
    expect(read('docs/control-api.md')).toContain(`\`${name}\`:`)
  })
})

describe('a release', () => {
  it('the script for release notes fails for a tag that is not the version of package.json', () => {
    const script = join(root, 'scripts/release-notes.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'v0.0.0'], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('The tag is "v0.0.0", but package.json has the version')
  })

  it('the script for release notes fails in a repository that package.json does not name', () => {
    const script = join(root, 'scripts/release-notes.mjs')
    const env = { ...process.env, GITHUB_REPOSITORY: 'somebody/else' }
    const { status, stderr } = spawnSync(process.execPath, [script, 'v0.0.0'], { encoding: 'utf8', env })
    expect(status).toBe(1)
    expect(stderr).toContain('but this is somebody/else: npm would refuse the provenance.')
  })
})
