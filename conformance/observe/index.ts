import { type GapId, gaps, kindOf, type SettableGapId } from '../../src/contract/index.ts'
import { type Observation, Unjudged } from '../judge/outcome.ts'
import type { Scenes } from '../judge/scenes.ts'
import { observers } from './table.ts'

/** What the server was seen to choose at every gap, in the order of the contract. Nobody is judged by it. */
export async function observe(scenes: Scenes): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const id of Object.keys(gaps) as GapId[]) {
    const { section, question } = gaps[id]
    observations.push({ id, section, title: question, ...(await look(id, scenes)) })
  }
  return observations
}

type Look = Pick<Observation, 'observed' | 'detail'>

async function look(id: GapId, scenes: Scenes): Promise<Look> {
  if (!isDial(id)) return { observed: 'unseen', detail: 'not observable' }
  try {
    return (await observers[id](scenes)) ?? { observed: 'unseen' }
  } catch (error) {
    if (error instanceof Unjudged) return { observed: 'unseen', detail: error.message }
    // No verdict rests on an observation, so a fault of ours must not end a run that has its results.
    return { observed: 'unseen', detail: `the observer failed: ${String(error)}` }
  }
}

const isDial = (id: GapId): id is SettableGapId => kindOf(id) === 'dial'
