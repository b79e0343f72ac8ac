import { type OperationId, operations, pagedIds } from '../../../src/contract/index.ts'
import { isTokenName } from '../../client/credentials.ts'
import { isByUuid, numberIn, queryOf } from '../changes.ts'
import { bodyOf, type JsonObject, type ProxyRequest } from '../messages.ts'
import { isFor } from '../subjects.ts'

/** A condition under which a server breaks a clause; its state is that of one server. */
export interface Condition {
  /** The end of the name of a mutant, such as `where a text is digits`. */
  readonly name: string
  /** The inputs of the condition. */
  readonly operator: 'value' | 'order' | 'repetition' | 'path' | 'credential' | 'size' | 'at once'
  /** The operations that can meet the condition; all if undefined. */
  readonly on?: readonly OperationId[]
  /** The only field of the bodies that meet the condition. */
  readonly field?: string
  /** Called once for each request of an operation, in their order. */
  readonly make: () => Fits
}

/**
 * @param before the request before
 * @param inFlight the number of other requests that were not answered yet
 */
type Fits = (request: ProxyRequest, before: ProxyRequest | undefined, inFlight: number) => boolean

type On = readonly OperationId[]

const condition = (operator: Condition['operator'], name: string, fits: Fits, on?: On): Condition => ({
  name,
  operator,
  ...(on && { on }),
  make: () => fits,
})

const nodes: On = ['updateNode']
const servers: On = ['updateServerStartup', 'listServerMounts']
const bodies: On = ['updateNode', 'updateServerStartup', 'createUser']

/** What a text of a body is or has. */
const texts: Readonly<Record<string, RegExp>> = {
  'is longer than 100': /^.{101}/su,
  'is longer than 190': /^.{191}/su,
  'has signs outside ASCII': /\P{ASCII}/u,
  'has signs outside the BMP': /[\u{10000}-\u{10ffff}]/u,
  'has a joiner': /\u200d/,
  'has a compatibility character': /[\ufb00-\ufb06\uff00-\uffef]/,
  'has a combining mark': /\p{M}/u,
  'is digits': /^\d+$/,
  'is a number with a point or an exponent': /^\d+(?:\.\d+|e\d+)$/,
  'is the word of another type': /^(?:true|false|null|undefined|NaN)$/,
  'has a quote': /["']/,
  'has a backslash': /\\/,
  'has a percent sign': /%/,
  'looks like markup': /</,
  'has two spaces': / {2}/,
  'begins like a formula': /^[=@]/,
  'has a command of a shell': /\$\(|`/,
}

/** What the fields of a node are. */
const fieldsOfNodes: Readonly<Record<string, (body: JsonObject) => boolean>> = {
  'a number is beyond 31 bits': someNumber((number) => number >= 2 ** 31),
  'a number is 65,536 or more, below a million': someNumber((n) => n >= 65_536 && n < 1_000_000),
  'a number is a power of two above 512': someNumber((n) => n >= 1_024 && Number.isInteger(Math.log2(n))),
  'a port is below 1,024': ({ daemon_sftp, daemon_listen }) =>
    [daemon_sftp, daemon_listen].some((port) => Number(port) < 1_024),
  'a port is above 49,151': ({ daemon_sftp, daemon_listen }) =>
    [daemon_sftp, daemon_listen].some((port) => Number(port) > 49_151),
  '`scheme` is http': ({ scheme }) => scheme === 'http',
  '`behind_proxy` is false': (body) => body['behind_proxy'] === false,
  'both truth values are true': (body) => body['behind_proxy'] === true && body['maintenance_mode'] === true,
}

function someNumber(fits: (number: number) => boolean) {
  return (body: JsonObject): boolean =>
    Object.values(body).some((value) => typeof value === 'number' && fits(value))
}

/** The ranges of sizes of pages, and of their numbers. */
const ranges: readonly (readonly [
  name: string,
  parameter: 'page' | 'per_page',
  least: number,
  most: number,
])[] = [
  ['on page 2', 'page', 2, 2],
  ['on pages from the third on', 'page', 3, 20],
  ['on pages of 8 to 12', 'per_page', 8, 12],
  ['on pages of 21 to 40', 'per_page', 21, 40],
  ['on pages of 41 to 50', 'per_page', 41, 50],
  ['on pages of 51 to 99', 'per_page', 51, 99],
]

/** The body of a request; the marks between the parts of an upload differ each time. */
const contentOf = ({ text, headers }: ProxyRequest): string => {
  const [, mark] = /boundary=(.*)/.exec(headers['content-type'] ?? '') ?? []
  return mark === undefined ? text : text.replaceAll(mark, '')
}

/** Whether two requests are equal, but for where each was sent from. */
const isSame = (one: ProxyRequest, other: ProxyRequest | undefined): boolean =>
  one.path === other?.path &&
  one.method === other.method &&
  one.credential === other.credential &&
  contentOf(one) === contentOf(other)

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

const after = (operation: OperationId, isRefused = false): Condition =>
  condition(
    'order',
    `right after ${isRefused ? 'a forged request of ' : ''}"${operations[operation].summary}"`,
    (_, before) => before?.operation === operation && isTokenName(before.credential) !== isRefused,
  )

/** So many equal requests in a row. */
const inARow = (times: number): Condition => ({
  name: `when sent ${times} times in a row`,
  operator: 'repetition',
  make: () => {
    let row = 1
    return (request, before) => {
      row = isSame(request, before) ? row + 1 : 1
      return row >= times
    }
  },
})

const alone = (on: OperationId, field: string): Condition => ({
  ...condition(
    'size',
    `with \`${field}\` alone`,
    (request) => Object.keys(bodyOf(request)).join() === field,
    [on],
  ),
  field,
})

const resource = (name: 'otherNode' | 'otherEgg' | 'otherServer' | 'otherDatabaseHost', on: On): Condition =>
  condition('path', `for the ${name}`, isFor(name), on)

const written: On = ['updateNode', 'updateServerStartup', 'syncNodeTags', 'importEgg']

/** Conditions of requests, by what they depend on. */
export const conditions: readonly Condition[] = [
  ...Object.entries(fieldsOfNodes).map(([name, fits]) =>
    condition('value', `where ${name}`, (request) => fits(bodyOf(request)), nodes),
  ),
  ...Object.entries(texts).map(([name, pattern]) =>
    condition(
      'value',
      `where a text ${name}`,
      (request) =>
        Object.values(bodyOf(request)).some((value) => typeof value === 'string' && pattern.test(value)),
      bodies,
    ),
  ),
  ...[...written, 'listServerMounts' as const].map((operation) => after(operation)),
  ...written.map((operation) => after(operation, true)),
  ...[2, 3, 4, 7].map(nth),
  ...[2, 3].map(inARow),
  resource('otherNode', ['updateNode', 'syncNodeTags']),
  resource('otherEgg', ['importEgg']),
  resource('otherServer', servers),
  resource('otherDatabaseHost', ['listHostDatabases']),
  condition('path', 'by UUID', isByUuid, servers),
  ...(['rootClient', 'application'] as const).map((token) =>
    condition(
      'credential',
      `with the ${token === 'rootClient' ? 'root' : token} token`,
      ({ credential }) => credential === token,
      nodes,
    ),
  ),
  condition('size', 'with one field', (request) => Object.keys(bodyOf(request)).length === 1, [
    'updateNode',
    'updateServerStartup',
  ]),
  ...['name', 'disk', 'behind_proxy'].map((field) => alone('updateNode', field)),
  ...['startup', 'docker_image'].map((field) => alone('updateServerStartup', field)),
  condition('size', 'with all fields', (request) => Object.keys(bodyOf(request)).length > 3, bodies),
  ...ranges.map(([name, parameter, least, most]) =>
    condition(
      'size',
      name,
      (request) => {
        const size = numberIn(queryOf(request), parameter) ?? 0
        return size >= least && size <= most
      },
      pagedIds,
    ),
  ),
  condition('at once', 'while another request is answered', (_, __, inFlight) => inFlight > 0),
]
