import { choicesAt, kindOf, settableGapIds } from '../../src/contract/index.ts'
import { GapSettings, type NestboxOptions, profile, type RowPlan } from '../../src/index.ts'
import { readTarget } from '../target/read-target.ts'
import { judgeLegal, type LegalResult } from './false-positives.ts'
import { startMockPool } from './mock-pool.ts'
import { startSecondServer } from './second/server.ts'

/** A server that breaks no clause, and the function that judges it. */
interface LegalServer {
  readonly name: string
  readonly judge: () => Promise<LegalResult>
}

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

/** The mock server in every scenario and named profile; the first one has the defaults, and must pass every check. */
export const mocks: readonly LegalServer[] = scenarios.flatMap((options) =>
  ['literal', 'panel'].map((named) => {
    const name = `mock ${options.scenario} ${named}`
    return { name, judge: () => judgeMock(name, { ...options, gapSettings: profile(named) }) }
  }),
)

/** The mock server with one gap set, for every choice of every gap. */
export const singleChoices: readonly LegalServer[] = settableGapIds
  .filter((id) => kindOf(id) === 'settable')
  .flatMap((id) =>
    choicesAt(id)
      .slice(1)
      .map((choice) => {
        const name = `mock ${id}=${choice}`
        return { name, judge: () => judgeMock(name, { gapSettings: new GapSettings().set(id, choice) }) }
      }),
  )

/** The mock server with a random choice for every gap, once for each seed. */
export const grease = (seeds: number): readonly LegalServer[] =>
  Array.from({ length: seeds }, (_, at) => {
    const name = `grease:${at + 1}`
    return { name, judge: () => judgeMock(name, { gapSettings: profile(name) }) }
  })

/** The second implementation, which shares no code with the mock server. */
export const secondServer: readonly LegalServer[] = [{ name: 'second server', judge: judgeSecond }]

/** Runs the kit against the mock server with some options. */
export async function judgeMock(name: string, options: NestboxOptions): Promise<LegalResult> {
  const pool = await startMockPool(options)
  try {
    return await judgeLegal(name, pool.fresh())
  } finally {
    await pool.close()
  }
}

export async function judgeSecond(): Promise<LegalResult> {
  const second = await startSecondServer()
  try {
    return await judgeLegal('second server', readTarget(second.target, 'second'))
  } finally {
    await second.close()
  }
}
