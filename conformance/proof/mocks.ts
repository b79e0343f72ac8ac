import { choicesAt, kindOf, settableGapIds } from '../../src/contract/index.ts'
import { GapSettings, profile } from '../../src/index.ts'
import { readTarget } from '../target/target.ts'
import { type Hearing, hear } from './alarm.ts'
import { hearMock } from './grease.ts'
import { startSecondServer } from './second/server.ts'

const scenarios = ['demo', 'empty', 'edge'] as const

/** The mock in every scenario and named profile. */
export const mocks: readonly { readonly name: string; readonly hear: () => Promise<Hearing> }[] =
  scenarios.flatMap((scenario) =>
    ['literal', 'panel'].map((named) => {
      const name = `mock ${scenario} ${named}`
      return { name, hear: () => hearMock(name, { scenario, gapSettings: profile(named) }) }
    }),
  )

/** The mock with one gap turned, for every choice at every gap. */
export const singleChoices: readonly { readonly name: string; readonly hear: () => Promise<Hearing> }[] =
  settableGapIds
    .filter((id) => kindOf(id) === 'dial')
    .flatMap((id) =>
      choicesAt(id)
        .slice(1)
        .map((choice) => {
          const name = `mock ${id}=${choice}`
          return { name, hear: () => hearMock(name, { gapSettings: new GapSettings().set(id, choice) }) }
        }),
    )

/** The other implementation, which shares nothing with the mock. */
export async function hearSecond(): Promise<Hearing> {
  const second = await startSecondServer()
  try {
    return await hear('second server', readTarget(second.target, 'second'))
  } finally {
    await second.close()
  }
}
