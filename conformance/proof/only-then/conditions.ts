import { type OperationId, operations, pagedIds } from '../../../src/contract/index.ts'
import { bodyOf, isObject, type ProxyRequest } from '../messages.ts'

/** A condition under which a server breaks a clause; its state is that of one server. */
export interface Condition {
  /** The end of the name of a mutant, such as `where memory is 0`. */
  readonly name: string
  /** The inputs of the condition. */
  readonly operator: 'value' | 'order' | 'repetition' | 'path' | 'credential' | 'size' | 'pause'
  /** The operations that can meet the condition; all if undefined. */
  readonly on?: readonly OperationId[]
  /** Called once for each request of an operation, in their order; the last argument is the request before. */
  readonly make: () => (request: ProxyRequest, before: ProxyRequest | undefined) => boolean
}

type On = readonly OperationId[]

const condition = (
  operator: Condition['operator'],
  name: string,
  fits: (request: ProxyRequest, before: ProxyRequest | undefined) => boolean,
  on?: On,
): Condition => ({ name, operator, ...(on && { on }), make: () => fits })

const nodes: On = ['updateNode']
const startups: On = ['updateServerStartup']
const servers: On = ['updateServerStartup', 'listServerMounts']
const pages: On = pagedIds
const bodies: On = ['updateNode', 'updateServerStartup']

const values = (request: ProxyRequest): readonly unknown[] => Object.values(bodyOf(request))

const isText = (value: unknown): value is string => typeof value === 'string'

const someText = (fits: (text: string) => boolean) => (request: ProxyRequest) =>
  values(request).some((value) => isText(value) && fits(value))

const someNumber = (fits: (number: number) => boolean) => (request: ProxyRequest) =>
  values(request).some((value) => typeof value === 'number' && fits(value))

const sizeOf = (request: ProxyRequest, name: string): number =>
  Number(new URLSearchParams(request.path.split('?')[1] ?? '').get(name))

const nth = (every: number): Condition => ({
  name: `every ${every}th time`,
  operator: 'repetition',
  make: () => {
    const times = new Map<unknown, number>()
    return ({ operation }) => {
      times.set(operation, (times.get(operation) ?? 0) + 1)
      return (times.get(operation) ?? 0) % every === 0
    }
  },
})

const after = (operation: OperationId): Condition =>
  condition(
    'order',
    `right after "${operations[operation].summary}"`,
    (_, before) => before?.operation === operation,
  )

const resource = (name: 'otherNode' | 'otherEgg' | 'otherServer' | 'otherDatabaseHost', on: On): Condition =>
  condition(
    'path',
    `for the ${name}`,
    ({ path, target }) => {
      const { [name]: named } = target.resources
      const texts = isObject(named) ? [named['id'], named['uuid']] : [named]
      return texts.some((text) => path.split(/[/?]/).includes(String(text)))
    },
    on,
  )

/** Conditions of requests, by what they depend on. */
export const conditions: readonly Condition[] = [
  condition(
    'value',
    'where a number is beyond 31 bits',
    someNumber((number) => number >= 2 ** 31),
    nodes,
  ),
  condition(
    'value',
    'where a number is 65,536 or more, below a million',
    someNumber((n) => n >= 65_536 && n < 1_000_000),
    nodes,
  ),
  condition(
    'value',
    'where a port is below 1,024',
    (request) => {
      const { daemon_sftp, daemon_listen } = bodyOf(request)
      return [daemon_sftp, daemon_listen].some((port) => Number(port) < 1_024)
    },
    nodes,
  ),
  condition('value', 'where `scheme` is http', (request) => bodyOf(request)['scheme'] === 'http', nodes),
  condition(
    'value',
    'where `behind_proxy` is false',
    (request) => bodyOf(request)['behind_proxy'] === false,
    nodes,
  ),
  condition(
    'value',
    'where a text is longer than 100',
    someText((text) => text.length > 100),
    bodies,
  ),
  condition(
    'value',
    'where a text has signs outside ASCII',
    someText((text) => /\P{ASCII}/u.test(text)),
    bodies,
  ),
  condition(
    'value',
    'where a text has signs outside the BMP',
    someText((text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
    bodies,
  ),
  condition(
    'value',
    'where a text is digits',
    someText((text) => /^\d+$/.test(text)),
    bodies,
  ),
  condition(
    'value',
    'where a text has a quote',
    someText((text) => /["']/.test(text)),
    bodies,
  ),
  condition(
    'value',
    'where a text has a percent sign',
    someText((text) => text.includes('%')),
    bodies,
  ),
  condition(
    'value',
    'where a text looks like markup',
    someText((text) => text.includes('<')),
    bodies,
  ),
  ...nodes.concat(startups, ['syncNodeTags', 'importEgg', 'listServerMounts']).map(after),
  ...[2, 3, 4, 7].map(nth),
  resource('otherNode', ['updateNode', 'syncNodeTags']),
  resource('otherEgg', ['importEgg']),
  resource('otherServer', servers),
  resource('otherDatabaseHost', ['listHostDatabases']),
  condition('path', 'by UUID', ({ path }) => /servers\/[0-9a-f]{8}-/i.test(path), servers),
  condition('credential', 'with the root token', ({ credential }) => credential === 'rootClient', nodes),
  condition(
    'credential',
    'with the application token',
    ({ credential }) => credential === 'application',
    nodes,
  ),
  condition('size', 'with one field', (request) => Object.keys(bodyOf(request)).length === 1, bodies),
  condition('size', 'with all fields', (request) => Object.keys(bodyOf(request)).length > 3, bodies),
  condition('size', 'on page 2', (request) => sizeOf(request, 'page') === 2, pages),
  condition(
    'size',
    'on pages of 8 to 12',
    (request) => sizeOf(request, 'per_page') >= 8 && sizeOf(request, 'per_page') <= 12,
    pages,
  ),
  condition(
    'size',
    'on pages of 21 to 40',
    (request) => sizeOf(request, 'per_page') > 20 && sizeOf(request, 'per_page') <= 40,
    pages,
  ),
  condition(
    'size',
    'on pages of 51 to 99',
    (request) => sizeOf(request, 'per_page') > 50 && sizeOf(request, 'per_page') < 100,
    pages,
  ),
]
