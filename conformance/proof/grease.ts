import { type GapSettings, profile } from '../../src/index.ts'
import { type Hearing, hear } from './alarm.ts'
import { startStage } from './stage.ts'

/** The mock with a random choice at every gap: whatever the document leaves open, the kit must let be. */
export const hearGrease = (seed: number): Promise<Hearing> =>
  hearMock(`grease:${seed}`, { gapSettings: profile(`grease:${seed}`) })

/** The mock as somebody may run it. */
export async function hearMock(
  name: string,
  options: { readonly gapSettings?: GapSettings; readonly scenario?: 'demo' | 'empty' | 'edge' },
): Promise<Hearing> {
  const stage = await startStage(options)
  try {
    return await hear(name, stage.fresh())
  } finally {
    await stage.close()
  }
}
