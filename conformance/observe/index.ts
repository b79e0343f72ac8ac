import { choicesAt, type GapId, gaps, isSettable, type SettableGapId } from '../../src/contract/index.ts'
import { breathe } from '../client/ending.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { type Observation, type Skip, Unjudged } from '../judge/outcome.ts'
import { cut, inShort } from '../judge/reception.ts'
import { errors } from './errors.ts'
import { imports } from './imports.ts'
import { lists } from './lists.ts'
import { nodes } from './nodes.ts'
import { type Observed, type Observers, other, unseen } from './observer.ts'
import { presentation } from './presentation.ts'
import { tokenRefusals } from './refusals.ts'
import { requests } from './requests.ts'
import { startup } from './startup.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** The observer of every gap that can be observed. */
const observers: Observers = {
  ...tokenRefusals,
  ...errors,
  ...requests,
  ...lists,
  ...nodes,
  ...tags,
  ...imports,
  ...startup,
  ...users,
  ...presentation,
}

/** Gaps that are observed in refusals of tokens, so that the requests with invalid tokens are sent before. */
const afterRefusals: readonly GapId[] = [
  'refusal.unknown-token',
  'refusal.wrong-kind',
  'checks.order',
  'error.body',
  'error.words',
  'error.negotiation',
  'rate.limit',
]

/**
 * Observes the gaps that can be observed before requests with invalid tokens, or those that need these requests. No
 * server is judged by its choices.
 */
export async function observe(fixtures: Fixtures, when: 'before' | 'after'): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const id of Object.keys(gaps) as GapId[]) {
    if (afterRefusals.includes(id) !== (when === 'after')) continue
    await breathe()
    if (fixtures.session.client.isEnded) break
    const { section, question } = gaps[id]
    observations.push({ id, section, title: question, ...(await look(id, fixtures)) })
  }
  return observations
}

/** The maximum number of characters of a detail, which may quote a value of any length. */
const longestDetail = 2_000

/** Why a gap was not observed: the request that was refused, since its check may have passed with another one. */
const whyUnseen = ({ skip, refused }: Skip): string =>
  refused
    ? `${refused.ask.method} ${refused.ask.path} was not granted: ${inShort(refused.reply, refused.failure)}`
    : skip

type Look = Pick<Observation, 'observed' | 'detail' | 'isSample'>

function inFull(id: SettableGapId, seen: Observed<string>): Look {
  if (seen === undefined) return { observed: 'unseen' }
  if (typeof seen === 'string') return { observed: seen }
  if ('observed' in seen) return seen
  return choicesAt(id).includes(seen.value) ? { observed: seen.value } : other(seen.value)
}

async function look(id: GapId, fixtures: Fixtures): Promise<Look> {
  if (!isSettable(id)) return unseen('not observable')
  try {
    const { detail, ...seen } = inFull(id, await observers[id](fixtures))
    return { ...seen, ...(detail !== undefined && { detail: cut(detail, longestDetail) }) }
  } catch (error) {
    if (error instanceof Unjudged) return unseen(whyUnseen(error.why))
    // Observations do not affect the verdict, so an error of an observer must not end a run that has its results.
    return unseen(`the observer failed: ${String(error)}`)
  }
}
