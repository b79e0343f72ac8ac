import type { Target } from '../target/target.ts'
import type { ConformanceTestOptions } from '../vitest.ts'

/** A target and the options of a run, which the command, the library and the tests in Vitest must judge alike. */
export interface Row {
  readonly name: string
  readonly target: (whole: Target) => Target
  readonly options: ConformanceTestOptions
}

/** Checks of which each needs another entry of a target, and one that the server fails. */
const some = [
  ...[
    '4.*/answer',
    '*/other-node',
    '4.7/path',
    '4.8/path',
    '2.12/backup-count',
    '4.2/tagless-accepts-any-egg',
  ],
  ...['4.5/environment', '4.5/install-script', '4.1/updates-memory', '5/*-takes-*'],
  ...['5/*-other-user-client-token', '5/sync-node-tags-refused-changes-nothing'],
]

const same = (whole: Target): Target => whole

const row = (name: string, target: Row['target'], options: Row['options'] = {}): Row => ({
  name,
  target,
  options: { only: some, ...options, name },
})

const without = <P extends 'tokens' | 'resources' | 'requests'>(
  part: P,
  key: keyof Target[P] & string,
): Row =>
  row(`without ${part}.${key}`, (whole) => {
    const { [key]: _, ...rest } = whole[part]
    return { ...whole, [part]: rest }
  })

const known = [{ id: '2.12/backup-count', reason: 'old clients read a string' }]

export const rows: readonly Row[] = [
  row('everything', same, { only: undefined }),
  ...(['otherNode', 'otherServer', 'otherDatabaseHost'] as const).map((key) => without('resources', key)),
  ...(['node', 'location', 'tags', 'egg', 'otherEgg', 'server', 'databaseHost'] as const).map((key) =>
    without('resources', key),
  ),
  ...(['application', 'rootClient', 'userClient', 'otherUserClient'] as const).map((key) =>
    without('tokens', key),
  ),
  ...(['syncTags', 'startup'] as const).map((key) => without('requests', key)),
  row('that pins a field', (whole) => ({
    ...whole,
    requests: { ...whole.requests, updateNode: { memory: 4096 } },
  })),
  row('that is not disposable', (whole) => ({ ...whole, disposable: false })),
  row('with --skip', same, { only: ['4.7', '2.12'], skip: ['*/path'] }),
  row('with --level stated', same, { level: 'stated' }),
  row('with --strict', same, { strict: true }),
  row('with --read-only', same, { readOnly: true }),
  row('with a known deviation', same, { known }),
  row('with a known deviation that passes', same, {
    known: [{ id: '4.8/answer', reason: 'to see it go stale' }],
  }),
  row('with an exploration', same, {
    only: ['2.1', '2.12', '4.8'],
    known,
    explore: { requests: 300, seed: 'agree' },
  }),
]
