import { choicesAt, settableGapIds } from '../../src/contract/index.ts'
import { GapSettings, type NestboxOptions, profile, type RowPlan } from '../../src/index.ts'
import { readTarget } from '../target/read-target.ts'
import type { LegalServer } from './legal.ts'
import { startMockPool } from './mock-pool.ts'
import { startSecondServer } from './second/server.ts'

/** The rows that a target names, for the scenario that has none of them. */
const rowsOfTarget: RowPlan = {
  tags: 3,
  nodes: { tags: [1, 2, 3] },
  eggs: [{ tags: [1] }, { tags: [2] }],
  servers: { owner: 3, node: 1, egg: 1, backups: 60, databases: 3 },
  mounts: { eggs: [1], nodes: [1] },
}

const scenarios: readonly Pick<NestboxOptions, 'scenario' | 'world'>[] = [
  { scenario: 'demo' },
  { scenario: 'empty' },
  { scenario: 'edge' },
  { scenario: 'bare', world: rowsOfTarget },
]

/** The mock server with some options. */
export const mock = (name: string, options: NestboxOptions): LegalServer => ({
  name,
  start: async () => {
    const pool = await startMockPool(options)
    return { target: pool.fresh(), close: () => pool.close() }
  },
})

/** The mock server in every scenario and named profile; the first one has the defaults, and must pass every check. */
export const mocks: readonly LegalServer[] = scenarios.flatMap((options) =>
  ['literal', 'panel'].map((named) => ({
    ...mock(`mock ${options.scenario} ${named}`, { ...options, gapSettings: profile(named) }),
    ...(options.scenario === 'demo' && named === 'literal' && { leavesJudged: 'all' as const }),
  })),
)

/** The mock server with one gap set, for every choice of every gap. */
export const singleChoices: readonly LegalServer[] = settableGapIds.flatMap((id) =>
  choicesAt(id)
    .slice(1)
    .map((choice) => mock(`mock ${id}=${choice}`, { gapSettings: new GapSettings().set(id, choice) })),
)

/** The mock server with a random choice for every gap, once for each seed. */
export const grease = (seeds: number): readonly LegalServer[] =>
  Array.from({ length: seeds }, (_, at) => `grease:${at + 1}`).map((name) =>
    mock(name, { gapSettings: profile(name) }),
  )

/** The second implementation, which shares no code with the mock server. */
export const secondServer: LegalServer = {
  name: 'second server',
  start: async () => {
    const second = await startSecondServer()
    return { ...second, target: readTarget(second.target, 'second') }
  },
}
