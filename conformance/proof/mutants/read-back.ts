import { type OperationId, operations, pagedIds } from '../../../src/contract/index.ts'
import { kebab } from '../../checks/check.ts'
import { isTokenName } from '../../client/credentials.ts'
import {
  answered,
  attributesOf,
  dataOf,
  isByUuid,
  pagesOf,
  queryOf,
  relationshipsOf,
  replace,
  resources,
} from '../changes.ts'
import {
  asBy,
  bodyOf,
  isGranted,
  isObject,
  type JsonObject,
  type MakeMiddleware,
  type ProxyRequest,
  withBody,
} from '../messages.ts'
import type { Mutant } from '../mutant.ts'

const shownAs: Readonly<Record<string, string>> = {
  startup: 'container.startup_command',
  docker_image: 'container.image',
}

type Write = 'updateNode' | 'updateServerStartup'

/**
 * The response shows a field as it was sent, and the server stores another value, or nothing if that is undefined.
 * @param instead the stored value, from the sent one and the number of the update
 */
const storedAs =
  (
    on: Write,
    field: string,
    instead: (value: unknown, times: number, request: ProxyRequest) => unknown,
  ): MakeMiddleware =>
  () => {
    let times = 0
    return async (request, next) => {
      const body = bodyOf(request)
      if (request.operation !== on || !Object.hasOwn(body, field) || !isTokenName(request.credential))
        return next(request)
      times += 1
      const { [field]: sent, ...rest } = body
      const value = instead(sent, times, request)
      const response = await next(withBody(request, value === undefined ? rest : { ...rest, [field]: value }))
      if (isGranted(response) && isObject(response.json) && on === 'updateServerStartup') {
        replace(attributesOf(response.json), shownAs[field] ?? `container.${field}`, (old) =>
          isObject(old) && isObject(sent) ? { ...old, ...sent } : sent,
        )
        delete relationshipsOf(attributesOf(response.json))['variables']
      }
      if (isGranted(response) && isObject(response.json) && on === 'updateNode')
        replace(attributesOf(response.json), field, () => sent)
      return response
    }
  }

const text =
  (change: (text: string) => string) =>
  (value: unknown): unknown =>
    typeof value === 'string' ? change(value) : value

/** Ways to store another value than the response shows. */
const damages: Readonly<Record<string, (value: unknown) => unknown>> = {
  '0 as 1': (value) => (value === 0 ? 1 : value),
  'a number beyond 31 bits as the largest of 31 bits': (value) =>
    typeof value === 'number' ? Math.min(value, 2 ** 31 - 1) : value,
  'characters outside ASCII as ?': text((value) => value.replaceAll(/[^\p{ASCII}]/gu, '?')),
  'characters outside the BMP as nothing': text((value) => value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')),
  'the first 191 characters': text((value) => value.slice(0, 191)),
  'the first 255 characters': text((value) => value.slice(0, 255)),
  '"false" and "0" as empty': text((value) => (['false', '0'].includes(value) ? '' : value)),
  'without quotes at the ends': text((value) => value.replace(/^(["'])(.*)\1$/s, '$2')),
  'percent-decoded': text((value) =>
    value.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  ),
  'without markup': text((value) => value.replaceAll(/<[^>]*>/g, '')),
}

const fields: readonly (readonly [Write, string, check: string])[] = [
  ...['name', 'description', 'memory', 'memory_overallocate', 'disk', 'upload_size'].map(
    (field) => ['updateNode', field, '4.1/persists'] as const,
  ),
  ...['startup', 'docker_image'].map((field) => ['updateServerStartup', field, '4.5/persists'] as const),
]

/** Whether a damage changes any valid value of a field. */
const isApt = (damage: string, field: string): boolean => {
  const isNumber = /memory|disk|size/.test(field)
  if (/number|0 as 1/.test(damage))
    return isNumber && !(damage.startsWith('a number') && !/^(?:memory|disk)$/.test(field))
  // The mock server refuses an empty startup command and an empty name.
  if (field === 'docker_image' || (field !== 'description' && damage.includes('empty'))) return false
  if (isNumber) return false
  return field !== 'name' || !/characters$/.test(damage)
}

const damaged: readonly Mutant[] = fields.flatMap(([on, field, check]) =>
  Object.entries(damages)
    .filter(([damage]) => isApt(damage, field))
    .map(
      ([damage, change]): Mutant => ({
        name: `${check}: of \`${field}\`, ${damage} is stored`,
        breaks: [check.replace('/', '#')],
        caughtBy: [check],
        make: storedAs(on, field, change),
      }),
    ),
)

/** Values of variables that are stored otherwise than the response shows them. */
const variables: readonly Mutant[] = Object.entries(damages)
  .filter(([damage]) => !/number|0 as 1/.test(damage))
  .map(
    ([damage, change]): Mutant => ({
      name: `4.5/persists: of variables, ${damage} is stored`,
      breaks: ['4.5#persists'],
      caughtBy: ['4.5/persists'],
      make: storedAs('updateServerStartup', 'environment', (value) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))
          : value,
      ),
    }),
  )

/** Updates that are shown and not stored, by what the request looks like. */
const unstored: readonly Mutant[] = (
  [
    ['sent alone', (request: ProxyRequest) => Object.keys(bodyOf(request)).length === 1],
    ['in every third update', (_: ProxyRequest, times: number) => times % 3 === 0],
    ['by UUID', (request: ProxyRequest) => isByUuid(request)],
  ] as const
).flatMap(([name, fits]) =>
  (
    [
      ['updateNode', 'description', '4.1/persists'],
      ['updateNode', 'memory', '4.1/persists'],
      ['updateNode', 'daemon_sftp', '4.1/persists'],
      ['updateServerStartup', 'startup', '4.5/persists'],
      ['updateServerStartup', 'environment', '4.5/persists'],
      ['updateServerStartup', 'skip_scripts', '4.5/persists'],
    ] as const
  )
    .filter(([on]) => on === 'updateServerStartup' || name !== 'by UUID')
    .map(
      ([on, field, check]): Mutant => ({
        name: `${check}: \`${field}\` is shown and not stored, ${name}`,
        breaks: [check.replace('/', '#')],
        caughtBy: [check],
        make: storedAs(on, field, (value, times, request) => (fits(request, times) ? undefined : value)),
      }),
    ),
)

const own = ({ target }: ProxyRequest, kind: 'node' | 'server'): unknown =>
  kind === 'node' ? target.resources.node : target.resources.server?.id

/** With each update, resources are shown otherwise. */
const changedAfter =
  (
    on: OperationId,
    kind: 'node' | 'server',
    which: 'the same' | 'another',
    change: (attributes: JsonObject, times: number) => void,
  ): MakeMiddleware =>
  () => {
    let times = 0
    return async (request, next) => {
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      if (request.operation === on) times += 1
      const place = which === 'another' ? 'nested' : 'anywhere'
      resources(
        kind,
        (attributes) => {
          if ((attributes['id'] === own(request, kind)) === (which === 'the same')) change(attributes, times)
        },
        { place },
      )(response.json)
      return response
    }
  }

const changed = (value: unknown, times: number): unknown =>
  typeof value === 'number'
    ? value + times
    : typeof value === 'boolean'
      ? times % 2 === 1
      : `Changed ${times}`

/** Fields of rows that no request may change. */
const rows: readonly Mutant[] = (
  [
    [
      'updateNode',
      'node',
      'another',
      ['memory', 'disk', 'public', 'behind_proxy', 'daemon_listen'],
      ['4.1/others-unchanged'],
    ],
    [
      'updateServerStartup',
      'server',
      'another',
      ['limits.memory', 'limits.oom_disabled', 'suspended', 'feature_limits.backups'],
      ['4.5/others-unchanged'],
    ],
    ['updateNode', 'node', 'the same', ['public', 'uuid'], ['4.1/identity', '4.1/persists']],
    [
      'updateServerStartup',
      'server',
      'the same',
      ['limits.cpu', 'description', 'suspended', 'identifier', 'user'],
      ['4.5/identity', '4.5/persists'],
    ],
    [
      'updateServerStartup',
      'node',
      'the same',
      ['memory', 'public'],
      ['4.1/persists', '4.1/identity', '4.5/others-unchanged', '4.4/stable'],
    ],
    [
      'importEgg',
      'server',
      'the same',
      ['limits.memory', 'suspended', 'name'],
      ['4.3/others-unchanged', '4.5/persists'],
    ],
  ] as const
).flatMap(([on, kind, which, names, caughtBy]) =>
  names.map(
    (field): Mutant => ({
      name: `${caughtBy[0]}: "${operations[on].summary}" changes \`${field}\` of ${which} ${kind}`,
      breaks:
        caughtBy[0] === '4.1/others-unchanged'
          ? ['4.1#path']
          : [caughtBy[0].replace('/others-unchanged', '/path').replace('/', '#')],
      caughtBy,
      make: changedAfter(on, kind, which, (attributes, times) =>
        replace(attributes, field, (value) => changed(value, times)),
      ),
    }),
  ),
)

/** A resource with two values of one field, by the way in which it is requested. */
const twoFaced: readonly Mutant[] = (
  [
    ['server', 'uuid'],
    ['server', 'created_at'],
    ['node', 'uuid'],
    ['node', 'created_at'],
    ['egg', 'uuid'],
    ['user', 'uuid'],
    ['user', 'email'],
  ] as const
).map(
  ([kind, field]): Mutant => ({
    name: `4.4/stable: the \`${field}\` of a nested ${kind} is another by UUID`,
    breaks: ['4.4#stable'],
    caughtBy: [
      '4.4/stable',
      '4.5/identity',
      '4.1/identity',
      '4.1/persists',
      '4.3/persists',
      '4.5/persists',
      '4.5/others-unchanged',
      '4.1/others-unchanged',
      '4.3/others-unchanged',
    ],
    make: () =>
      answered(['listServerMounts', 'updateServerStartup'], (json, request) => {
        if (!isByUuid(request)) return
        resources(
          kind,
          (attributes) =>
            replace(attributes, field, (value) =>
              field.endsWith('_at')
                ? '2001-02-03T04:05:06+00:00'
                : String(value).replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
            ),
          { place: 'nested' },
        )(json)
      }),
  }),
)

/** A request that must be refused is granted, in a part of the requests. */
const openedTo = (
  on: OperationId,
  credential: 'no-header' | 'userClient' | 'application' | 'garbage',
  name: string,
  fits: (request: ProxyRequest) => boolean,
): Mutant => {
  const { family } = operations[on]
  const { slug, clause } = {
    'no-header': { slug: 'no-header', clause: '5#bearer-header' },
    garbage: { slug: 'garbage', clause: '5#unknown-token' },
    userClient: { slug: 'user-client-token', clause: `5#${family}-refuses-user-client` },
    application: { slug: 'application-token', clause: `5#${family}-refuses-application` },
  }[credential]
  return {
    name: `5/${kebab(on)}-refuses-${slug}: granted ${name}`,
    breaks: [clause],
    caughtBy: [`5/${kebab(on)}-refuses-${slug}`],
    make: () => (request, next) =>
      next(
        request.operation === on && request.credential === credential && fits(request)
          ? asBy(request, family === 'client' ? 'userClient' : 'rootClient')
          : request,
      ),
  }
}

const isFor =
  (name: 'otherNode' | 'otherServer' | 'otherDatabaseHost' | 'otherEgg') =>
  ({ path, target }: ProxyRequest): boolean => {
    const named = target.resources[name]
    const texts = typeof named === 'object' ? [named.id, named.uuid] : [named]
    return texts.some((each) => path.split(/[/?]/).includes(String(each)))
  }

const hasFields = (count: number) => (request: ProxyRequest) => Object.keys(bodyOf(request)).length === count

const opened: readonly Mutant[] = (['no-header', 'garbage', 'userClient'] as const).flatMap((credential) => [
  openedTo('updateNode', credential, 'for the other node', isFor('otherNode')),
  openedTo('syncNodeTags', credential, 'for the other node', isFor('otherNode')),
  openedTo('importEgg', credential, 'for the other egg', isFor('otherEgg')),
  openedTo('updateServerStartup', credential, 'for the other server', isFor('otherServer')),
  openedTo('listServerMounts', credential, 'for the other server', isFor('otherServer')),
  openedTo('listHostDatabases', credential, 'for the other host', isFor('otherDatabaseHost')),
  openedTo('updateNode', credential, 'with one field', hasFields(1)),
  openedTo('updateServerStartup', credential, 'with one field', hasFields(1)),
])

const tagsAgain: Mutant = {
  name: '4.2/tags-now: the very same tags synced again are shown as none',
  breaks: ['4.2#tags-now'],
  caughtBy: ['4.2/tags-now'],
  make: () => {
    let last = ''
    return async (request, next) => {
      if (request.operation !== 'syncNodeTags') return next(request)
      const response = await next(request)
      if (!isGranted(response) || !isObject(response.json)) return response
      const isAgain = last === request.path + request.text && dataOf(response.json).length > 0
      last = request.path + request.text
      return isAgain ? { ...response, json: { ...response.json, data: [] } } : response
    }
  },
}

const emptied = (on: OperationId, check: string, every: number): Mutant => ({
  name: `${check}: every ${every}th response is an empty list`,
  breaks: [check.replace('/', '#')],
  caughtBy: [
    check,
    ...(pagedIds.some((id) => id === on) ? [check.replace('stable', 'pages-partition')] : []),
    '2.1/count-within-page',
  ],
  make: () => {
    let times = 0
    return answered(on, (json) => {
      times += 1
      if (times % every === 0) {
        json['data'] = []
        if (Object.keys(pagesOf(json)).length > 0) Object.assign(pagesOf(json), { count: 0 })
      }
    })
  },
})

const sizes: readonly Mutant[] = [
  [52, 59],
  [61, 74],
  [76, 89],
  [90, 99],
].map(([from = 0, to = 0]) => ({
  name: `4.7/per-page-maximum: sizes from ${from} to ${to} are served`,
  breaks: ['4.7#per-page-maximum'],
  caughtBy: ['4.7/per-page-maximum'],
  make: () =>
    answered('listServerBackups', (json, request) => {
      const size = Number(queryOf(request).get('per_page'))
      if (size < from || size > to) return
      Object.assign(pagesOf(json), { per_page: size })
    }),
}))

const bareEmpty: Mutant = {
  name: '2.1/envelope: an empty page has no `object`',
  breaks: ['2.1#list-object'],
  caughtBy: ['2.1/envelope'],
  reachedBy: ['4.7/current-page', '4.8/current-page'],
  make: () =>
    answered(['listServerBackups', 'listHostDatabases'], (json) => {
      if (dataOf(json).length === 0) delete json['object']
    }),
}

const digitMore: Mutant = {
  name: '4.4/path: an id with one digit more is read as without it',
  breaks: ['4.4#path'],
  caughtBy: ['4.4/path', '4.4/mounted-agrees'],
  make: () => (request, next) =>
    next(
      request.operation === 'listServerMounts'
        ? { ...request, path: request.path.replace(/servers\/(\d)\d\//, 'servers/$1/') }
        : request,
    ),
}

const hostDigit: Mutant = {
  name: '4.8/path: an id with one digit more is read as without it',
  breaks: ['4.8#path'],
  caughtBy: ['4.8/path'],
  make: () => (request, next) =>
    next(
      request.operation === 'listHostDatabases'
        ? { ...request, path: request.path.replace(/database-hosts\/(\d)\d\//, 'database-hosts/$1/') }
        : request,
    ),
}

const otherImport: Mutant = {
  name: '4.3/from-file: the file for another egg is ignored',
  breaks: ['4.3#from-file'],
  caughtBy: ['4.3/from-file'],
  make: () => (request, next) =>
    next(
      request.operation === 'importEgg' && isFor('otherEgg')(request)
        ? { ...request, text: request.text.replaceAll(/Nestbox [ \w]*/g, 'As before') }
        : request,
    ),
}

const environmentById: readonly Mutant[] = (['environment', 'skip_scripts'] as const).map((field) => ({
  name: `4.5/${field === 'environment' ? 'environment' : 'install-script'}: taken by id only`,
  breaks: [field === 'environment' ? '4.5#environment' : '4.5#install-script'],
  caughtBy: [field === 'environment' ? '4.5/environment' : '4.5/install-script'],
  make: () => (request, next) => {
    const { [field]: _, ...rest } = bodyOf(request)
    return next(
      request.operation === 'updateServerStartup' && isByUuid(request) && isTokenName(request.credential)
        ? withBody(request, rest)
        : request,
    )
  },
}))

const eggOnce: Mutant = {
  name: '4.5/persists: another egg is shown once and gone',
  breaks: ['4.5#persists'],
  caughtBy: ['4.5/persists'],
  make: () => async (request, next) => {
    const { egg, otherEgg } = request.target.resources
    const response = await next(request)
    if (
      request.operation === 'updateServerStartup' &&
      bodyOf(request)['egg_id'] === otherEgg &&
      isGranted(response)
    )
      await next(withBody(request, { ...bodyOf(request), egg_id: egg }))
    return response
  },
}

const refusedLater: readonly Mutant[] = (
  [
    ['updateNode', 'otherNode', 'memory'],
    ['updateServerStartup', 'otherServer', 'docker_image'],
    ['importEgg', 'otherEgg', undefined],
  ] as const
).map(([on, other, field]): Mutant => {
  const check = `5/${kebab(on)}-refused-changes-nothing`
  return {
    name: `${check}: ${field ?? 'the file'} is taken, for ${other}`,
    breaks: ['5#refused-changes-nothing'],
    caughtBy: [check],
    make: () => async (request, next) => {
      if (request.operation === on && request.credential === 'userClient' && isFor(other)(request)) {
        const part = field === undefined ? request : withBody(request, { [field]: bodyOf(request)[field] })
        await next(asBy(part, 'rootClient'))
      }
      return next(request)
    },
  }
})

const strayRelationship: Mutant = {
  name: '2.1/nested-form: `relationships` has an entry that is no envelope',
  breaks: ['2.1#nested-form'],
  caughtBy: ['2.1/nested-form'],
  make: () =>
    answered('updateServerStartup', (json) => {
      const { relationships } = attributesOf(json)
      if (isObject(relationships)) relationships['backups'] = 5
    }),
}

/** The documented form of a body is refused, and another one is granted. */
const otherForm: readonly Mutant[] = [
  {
    name: '4.1/answer: JSON is refused, a form is taken',
    breaks: ['4.1#route'],
    caughtBy: ['4.1/answer'],
    make: () => (request, next) => {
      if (request.operation !== 'updateNode') return next(request)
      if (!(request.headers['content-type'] ?? '').includes('urlencoded'))
        return Promise.resolve({ status: 422, headers: {}, json: { errors: [] }, text: '' })
      const body = Object.fromEntries(
        [...new URLSearchParams(request.text)].map(([name, value]) => [
          name,
          /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value,
        ]),
      )
      return next({
        ...withBody(request, body),
        headers: { ...request.headers, 'content-type': 'application/json' },
      })
    },
  },
]

/** Servers whose errors only another look shows. */
export const readBack: readonly Mutant[] = [
  ...damaged,
  ...variables,
  ...unstored,
  ...rows,
  ...twoFaced,
  ...opened,
  ...[tagsAgain, bareEmpty, digitMore, hostDigit, otherImport, eggOnce, strayRelationship],
  emptied('listServerMounts', '4.4/stable', 4),
  emptied('listHostDatabases', '4.8/stable', 4),
  emptied('listServerBackups', '4.7/stable', 4),
  ...sizes,
  ...environmentById,
  ...refusedLater,
  ...otherForm,
]
