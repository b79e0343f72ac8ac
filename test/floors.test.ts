import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The allowed imports of each folder (a room) besides its own files, imports of types included: rooms, single files, and
 * packages by name. `node` stands for the modules of Node.js that do not use a network, `network` for those that do. The
 * row of a file is the one with the longest matching path. The rows are in the order of the layers (floors): a room may
 * import only from rooms of the rows above its own.
 */
const floors = {
  'src/contract': '@sinclair/typebox ajv',
  'src/util': 'src/contract node',
  'src/store': 'src/contract src/util @sinclair/typebox lowdb node',
  'src/gaps': 'src/contract src/store src/util',
  'src/eggs': 'src/contract src/store src/gaps src/util node node:net',
  'src/fixtures': 'src/contract src/store src/eggs src/util @faker-js/faker @sinclair/typebox',
  'src/journal': 'src/contract src/store src/util @sinclair/typebox node:http',
  'src/resources': 'src/contract src/store src/gaps src/eggs src/util node',
  'src/deviations': 'src/contract src/store src/gaps src/resources src/util',
  'src/http':
    'src/contract src/store src/gaps src/fixtures src/journal src/resources src/deviations src/util @sinclair/typebox ajv koa koa-body node network',
  'src/faults': 'src/contract src/journal src/http src/util @sinclair/typebox',
  'src/routes':
    'src/contract src/store src/gaps src/eggs src/resources src/http/bodies src/http/errors.ts src/util @sinclair/typebox',
  'src/openapi':
    'src/contract src/store src/gaps src/eggs src/fixtures src/resources src/http src/routes src/util @sinclair/typebox',
  'src/sandboxes':
    'src/contract src/store src/gaps src/fixtures src/journal src/http src/faults src/util @sinclair/typebox node',
  'src/middleware':
    'src/contract src/store src/gaps src/journal src/resources src/http src/faults src/routes src/sandboxes src/util @koa/router koa node:http',
  'src/control':
    'src/contract src/store src/gaps src/eggs src/fixtures src/http src/faults src/openapi src/sandboxes src/middleware src/util @koa/router @sinclair/typebox koa node network',
  'src/upstream':
    'src/contract src/http src/journal src/sandboxes src/middleware src/control src/util koa node network',
  'src/console/client':
    'src/contract src/sandboxes/model.ts src/faults/effect.ts src/faults/rule.ts src/util @preact/signals preact preact/hooks',
  'src/console': 'src/contract src/fixtures src/http src/sandboxes src/middleware src/control src/util koa',
  'src/app.ts':
    'src/contract src/gaps src/http src/faults src/routes src/sandboxes src/middleware src/control src/upstream src/console src/util koa',
  'src/options':
    'src/contract src/gaps src/fixtures src/http src/faults src/sandboxes src/util @sinclair/typebox network',
  'src/nestbox.ts':
    'src/contract src/store src/gaps src/fixtures src/http src/faults src/sandboxes src/app.ts src/options src/util node network',
  'src/index.ts':
    'src/contract src/store src/gaps src/fixtures src/faults src/sandboxes src/options src/nestbox.ts src/util',
  'src/runners': 'src/sandboxes src/options src/nestbox.ts @playwright/test vitest',
  conformance: 'src/contract @sinclair/typebox ajv har-format undici node network',
  'conformance/vitest.ts': 'conformance vitest',
  'conformance/proof': 'conformance src/contract src/index.ts @sinclair/typebox undici node network',
  bin: 'conformance src/contract src/store src/gaps src/fixtures src/faults src/openapi src/sandboxes src/console src/options src/nestbox.ts src/index.ts src/util node network',
} as const

const network = /^node:(?:http2?|https|net|tls|dgram|dns)(?:\/|$)/

interface Import {
  readonly from: string
  /** A path below the root, or the name of a package. */
  readonly to: string
  readonly isType: boolean
  /** Whether it is an `import()`, which does not affect the order in which modules are evaluated. */
  readonly isLazy: boolean
}

const files = ['src', 'conformance', 'bin']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|spec|config)\.tsx?$|\/testing\//.test(file))

const statement = /^(?:import|export)\s+(type\s)?(?:[\w\s{},*$]*?\sfrom\s+)?'([^']+)'/gm
const lazy = /\bimport\('([^']+)'\)/g

const imports: readonly Import[] = files.flatMap((from) => {
  const text = readFileSync(from, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')
  const to = (name: string) => (name.startsWith('.') ? join(dirname(from), name) : name)
  return [
    ...[...text.matchAll(statement)].map(([, type, name = '']) => ({
      from,
      to: to(name),
      isType: type !== undefined,
      isLazy: false,
    })),
    ...[...text.matchAll(lazy)].map(([, name = '']) => ({ from, to: to(name), isType: false, isLazy: true })),
  ]
})

const isIn = (place: string, file: string): boolean => file === place || file.startsWith(`${place}/`)

const rooms = Object.keys(floors) as (keyof typeof floors)[]

const roomOf = (file: string): keyof typeof floors | undefined =>
  rooms.filter((room) => isIn(room, file)).sort((a, b) => b.length - a.length)[0]

function isAllowed({ from, to }: Import): boolean {
  const room = roomOf(from)
  if (room === undefined) return false
  const allowed: readonly string[] = floors[room].split(' ')
  const isNode = allowed.includes(network.test(to) ? 'network' : 'node') && to.startsWith('node:')
  return roomOf(to) === room || isNode || allowed.some((place) => isIn(place, to))
}

/**
 * A plan of an operation gets the fixtures of a run, and the fixtures play the plans: by their nature these types name
 * each other.
 */
const isMutual = ({ from, isType }: Import): boolean => isType && isIn('conformance/judge', from)

/** Files that import each other in a circle, by value or by type; undefined if there are none. */
function circle(): readonly string[] | undefined {
  const followed = imports.filter((each) => !each.isLazy && !isMutual(each))
  const finished = new Set<string>()
  function visit(file: string, path: readonly string[]): readonly string[] | undefined {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return undefined
    for (const { to } of followed.filter(({ from }) => from === file)) {
      const found = visit(to, [...path, file])
      if (found) return found
    }
    finished.add(file)
    return undefined
  }
  return files.map((file) => visit(file, [])).find((found) => found !== undefined)
}

/** Folders of `src` and `bin` that import each other, unless one of them is in the other. */
function mutualFolders(): readonly string[] {
  const pairs = new Set(imports.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`))
  return [...pairs].filter((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return !/^conformance/.test(one) && !isIn(one, other) && !isIn(other, one) && pairs.has(`${other} ${one}`)
  })
}

describe('the imports of src, conformance and bin', () => {
  it('this test finds the imports', () => {
    expect(imports).toContainEqual({ from: 'src/app.ts', to: 'koa', isType: false, isLazy: false })
    expect(imports.length).toBeGreaterThan(1_000)
  })

  it('every import is allowed by the row of its folder', () => {
    const wrong = imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} -> ${to}`)
    expect(wrong).toEqual([])
  })

  it('no imports form a cycle, including imports of types', () => {
    expect(circle()).toBeUndefined()
  })

  it('no two folders import each other', () => {
    expect(mutualFolders()).toEqual([])
  })

  it('the rows of src allow only imports of rows above', () => {
    const order = rooms.filter((room) => /^src\/[a-z]+$/.test(room))
    const upwards = order.flatMap((room, at) =>
      floors[room]
        .split(' ')
        .filter((to) => order.indexOf(roomOf(to) ?? room) > at)
        .map((to) => `${room} -> ${to}`),
    )
    expect(upwards).toEqual([])
  })
})
