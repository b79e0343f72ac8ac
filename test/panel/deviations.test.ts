import { describe, expect, it } from 'vitest'
import { checks } from '../../conformance/checks/index.ts'
import type { Result } from '../../conformance/judge/outcome.ts'
import { run } from '../../conformance/run.ts'
import { readTarget } from '../../conformance/target/read-target.ts'
import { type Deviation, deviationIds, deviations } from '../../src/contract/index.ts'
import { type NestboxOptions, startNestbox } from '../../src/index.ts'
import { isWhole } from '../../src/testing/sample.ts'

/** The checks that a mock server with these options fails; each failure has one cause. */
async function failuresOf(
  options: NestboxOptions,
  query: object = {},
  some = checks,
): Promise<readonly Result[]> {
  await using nestbox = await startNestbox({ ...options, today: '2026-06-01' })
  const response = await fetch(`${nestbox.url}/_nestbox/target.json`)
  const target = readTarget({ ...Object(await response.json()), query }, 'target.json')
  const { results } = await run({
    target,
    checks: some,
    observe: false,
    requests: 'own',
    pause: async () => {},
  })
  return results.filter(({ status }) => status === 'fail' || status === 'error')
}

const broken = (failures: readonly Result[]): readonly string[] => failures.flatMap(({ clauses }) => clauses)

describe('deviations of the mock server', () => {
  it.each(deviationIds)(
    'the kit fails a mock server with the deviation %s for this deviation only',
    async (id) => {
      const { breaks }: Deviation = deviations[id]
      // The other checks, which pass, are left to `npm run test:all`.
      const own = checks.filter(({ clauses }) => clauses.some((clause) => breaks.includes(clause)))
      const failures = await failuresOf({ deviate: [id] }, {}, isWhole ? checks : own)
      expect(failures).toHaveLength(1)
      expect(breaks).toEqual(expect.arrayContaining([...broken(failures)]))
    },
  )

  // The next test shows it too, except for the clauses of its deviations.
  it.runIf(isWhole)(
    'the kit fails no check on a mock server with the gap settings of the profile panel',
    async () => {
      expect(await failuresOf({ gaps: 'panel' })).toEqual([])
    },
  )

  it('the kit fails a mock server with the deviations of the real panel', async () => {
    expect(broken(await failuresOf({ gaps: 'panel', deviate: ['panel'] }))).toEqual([
      '2.4#meta-resource',
      '2.8#container.environment',
      '2.11#relationships',
      '4.1#mounts',
      '4.3#relationships',
    ])
  })

  it.runIf(isWhole)(
    'the kit fails a mock server with the deviations of the real panel for more clauses if requests include relationships',
    async () => {
      const query = {
        importEgg: { include: 'variables,tags,servers' },
        updateServerStartup: { include: 'allocation,allocations,user,egg,variables,node' },
      }
      expect(broken(await failuresOf({ gaps: 'panel', deviate: ['panel'] }, query))).toEqual([
        '2.7#created_at',
        '2.2#servers_count',
        '2.4#meta-resource',
        '2.5#config.logs',
        '2.7#required',
        '2.8#container.environment',
        '2.11#relationships',
        '4.1#mounts',
      ])
    },
  )
})
