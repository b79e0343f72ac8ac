import { describe, expect, it } from 'vitest'
import {
  choicesAt,
  type OperationId,
  type OperationIdWithBody,
  responseOf,
  settableGapIds,
} from '../contract/index.ts'
import { validator } from '../contract/schemas/testing/validator.ts'
import { GapSettings, profile } from '../gaps/gap-settings.ts'
import { askAllOperations } from '../testing/all-operations.ts'
import { type Reply, startService } from '../testing/service.ts'

const judges = { loose: validator('loose'), strict: validator('strict') }

/** What is wrong with a response by the shape that its operation has. */
function faultsOf(id: OperationId, { status, text, json }: Reply, form: 'loose' | 'strict'): string[] {
  if (status >= 300) return [`${status} ${text}`]
  if (isWithBody(id)) return judges[form].response(id)(json)
  return status === 204 && text === '' ? [] : [`${status} ${text}`]
}

const isWithBody = (id: OperationId): id is OperationIdWithBody => responseOf(id).envelope !== 'none'

/** What is wrong with the responses of all operations. */
async function complaints(
  gapSettings: GapSettings,
  scenario: 'demo' | 'empty' | 'edge',
  form: 'loose' | 'strict',
) {
  const service = await startService({ gapSettings, scenario })
  const replies = await askAllOperations(service, gapSettings)
  return replies.flatMap(([id, reply]) => faultsOf(id, reply, form).map((fault) => `${id} ${fault}`))
}

describe('every response matches the schemas', () => {
  it.each(['demo', 'empty', 'edge'] as const)('in strict form, in scenario %s', async (scenario) => {
    // Backups of the scenario edge are in progress, with null in two fields by default.
    const gapSettings = new GapSettings().set('nulls', scenario === 'edge' ? 'filled' : 'unfinished')
    expect(await complaints(gapSettings, scenario, 'strict')).toEqual([])
  })

  it.each(['demo', 'empty', 'edge'] as const)('in profile panel and scenario %s', async (scenario) => {
    expect(await complaints(profile('panel'), scenario, 'loose')).toEqual([])
  })

  it.each(Array.from({ length: 40 }, (_, index) => `grease:${index}`))('in profile %s', async (name) => {
    expect(await complaints(profile(name), 'demo', 'loose')).toEqual([])
  })

  it.each(['edge', 'empty'] as const)('in ten more greased profiles of scenario %s', async (scenario) => {
    for (let seed = 100; seed < 110; seed += 1) {
      expect(await complaints(profile(`grease:${seed}`), scenario, 'loose')).toEqual([])
    }
  })

  const others = settableGapIds.flatMap((id) =>
    choicesAt(id)
      .slice(1)
      .map((choice) => [id, choice] as const),
  )
  it.each(others)('with %s set to %s', async (id, choice) => {
    expect(await complaints(new GapSettings().set(id, choice), 'demo', 'loose')).toEqual([])
  })
})
