import { isWhole, sample } from '../../src/testing/sample.ts'
import type { Target } from '../target/target.ts'
import type { ConformanceTestOptions } from '../vitest.ts'

/** A target and the options of a run, which the command, the library and the tests in Vitest must judge alike. */
export interface Row {
  readonly name: string
  readonly target: (whole: Target) => Target
  readonly options: ConformanceTestOptions
}

/** Checks that need few requests, of which the server fails one. */
const some = ['4.*/response', '5/*-takes-*', '2.12/backup-count']

const same = (whole: Target): Target => whole

const row = (name: string, target: Row['target'], options: Row['options'] = {}): Row => ({
  name,
  target,
  options: { only: some, ...options, name },
})

/** @param opens further checks, which need this entry */
const without = <P extends 'tokens' | 'resources' | 'requests'>(
  part: P,
  key: keyof Target[P] & string,
  opens: readonly string[] = [],
): Row =>
  row(
    `without ${part}.${key}`,
    (whole) => {
      const { [key]: _, ...rest } = whole[part]
      return { ...whole, [part]: rest }
    },
    { only: [...some, ...opens] },
  )

const known = [{ id: '2.12/backup-count', reason: 'old clients read a string' }]

const targets = [
  ...(['node', 'location', 'tags', 'egg', 'server', 'databaseHost'] as const).map((key) =>
    without('resources', key),
  ),
  without('resources', 'otherNode', ['*/other-node', '5/sync-node-tags-refused-changes-nothing']),
  without('resources', 'otherDatabaseHost', ['4.8/path']),
  without('resources', 'otherServer', ['4.7/path', '5/*-other-user-client-token']),
  without('resources', 'otherEgg', ['4.2/tagless-accepts-any-egg']),
  ...(['application', 'rootClient', 'userClient'] as const).map((key) => without('tokens', key)),
  without('tokens', 'otherUserClient', ['5/*-other-user-client-token']),
  without('requests', 'syncTags'),
  without('requests', 'startup', ['4.5/environment', '4.5/install-script']),
  row(
    'that pins a field',
    (whole) => ({ ...whole, requests: { ...whole.requests, updateNode: { memory: 4096 } } }),
    { only: [...some, '4.1/updates-memory'] },
  ),
  row('that is not disposable', (whole) => ({ ...whole, disposable: false })),
]

/** A target where no server listens. */
export const unreachable = row(
  'that nothing serves',
  (whole) => ({ ...whole, baseUrl: 'http://127.0.0.1:1' }),
  {
    only: undefined,
  },
)

/** A target of which the server refuses every token. */
export const refused = row('that is refused', (whole) => ({
  ...whole,
  tokens: { application: 'wrong-1', rootClient: 'wrong-2', userClient: 'wrong-3' },
}))

/** A run of a check that has nothing to judge in the target. */
export const unselected = row(
  'with nothing to judge',
  ({ resources: { otherNode: _, ...resources }, ...whole }) => ({ ...whole, resources }),
  { only: ['5/sync-node-tags-refused-changes-nothing'] },
)

/** A run that takes longer than its time. */
export const ended = row('that is ended', same, { only: undefined, runTimeout: 1_000 })

const stop = new AbortController()

/** A run that is ended between its checks and its exploration. */
export const stopped = row('that is ended before the exploration', same, {
  only: ['4.8/response'],
  explore: { requests: 20, seed: 'stopped' },
  signal: stop.signal,
  onProgress: () => stop.abort(),
})

export const rows: readonly Row[] = [
  // Three whole runs, in addition to those that only read.
  ...(isWhole ? [row('everything', same, { only: undefined })] : []),
  ...sample(6, targets),
  row('with --skip', same, { only: [...some, '4.8/path'], skip: ['*/path'] }),
  row('with --level stated', same, { level: 'stated' }),
  row('with --strict', same, { strict: true }),
  row('with --read-only', same, { only: isWhole ? undefined : [...some, '4.7', '5/list-*'], readOnly: true }),
  row('with a known deviation', same, { known }),
  row('with a known deviation that passes', same, {
    known: [{ id: '4.8/response', reason: 'to see it go stale' }],
  }),
  row('with an exploration', same, {
    only: ['2.1/count-of-data', '2.12/backup-count', '4.8/response'],
    known,
    explore: { requests: 450, seed: 'agreement' },
  }),
]
