import { Refusal, wrongField } from '../contract/checking/errors-in.ts'
import { rightName } from '../contract/checking/similar.ts'
import { shown } from '../contract/checking/words.ts'
import {
  type Choice,
  choicesAt,
  gaps,
  isSettable,
  type SettableGapId,
  settableGapIds,
} from '../contract/gaps/index.ts'
import { recordOf } from '../contract/objects.ts'
import type { Operation } from '../contract/operations.ts'
import { seeded } from '../util/dice.ts'

/** Reads the choice at a gap. Behaviour depends on gaps only through this function. */
export type ReadGap = <I extends SettableGapId>(id: I) => Choice<I>

/** The choice at a gap whose choices are numbers. */
export const numberAt = (gap: ReadGap, id: SettableGapId): number => Number(gap(id))

/** The status of an operation's success response: 204 without a body, otherwise a gap. Section 4.9. */
export const successStatus = ({ response }: Operation, gap: ReadGap): number =>
  response.envelope === 'none' ? 204 : numberAt(gap, response.isNew ? 'status.created' : 'status.success')

type Settings = Readonly<Record<SettableGapId, string>>

/** A named choice at every gap. */
export type Profile = 'literal' | 'panel' | `grease:${string}`

/** Choices at some gaps. */
export type GapChoices = { readonly [I in SettableGapId]?: Choice<I> }

/** A choice at every gap. Immutable: setting a gap returns new settings, so results can be cached per instance. */
export class GapSettings {
  readonly settings: Settings

  constructor(settings: Settings = settingsBy((_, choices) => choices[0])) {
    this.settings = settings
  }

  readonly gap: ReadGap = <I extends SettableGapId>(id: I) => this.settings[id] as Choice<I>

  /** The choice at a gap that may not exist. @throws UnknownGapSetting if there is no such gap */
  at<I extends SettableGapId>(id: I): Choice<I> {
    checkId(id)
    return this.gap(id)
  }

  /** @throws UnknownGapSetting if there is no such gap or choice. */
  set(id: string, choice: string): GapSettings {
    checkId(id)
    const choices = choicesAt(id)
    if (!choices.includes(choice)) {
      const detail = `The gap "${id}" has no choice "${choice}"; its choices are ${choices.join(', ')}.`
      throw new UnknownGapSetting(wrongField(id, 'in', detail))
    }
    return new GapSettings({ ...this.settings, [id]: choice })
  }

  /** @throws UnknownGapSetting if there is no such gap or choice. */
  setAll(choices: Readonly<Record<string, string>>): GapSettings {
    return Object.entries(choices).reduce<GapSettings>(
      (gapSettings, [id, choice]) => gapSettings.set(id, choice),
      this,
    )
  }
}

function checkId(id: unknown): asserts id is SettableGapId {
  if (typeof id !== 'string')
    throw new UnknownGapSetting(`The id of a gap must be a string, not ${shown(id)}.`)
  if (isSettable(id)) return
  const detail = Object.hasOwn(gaps, id)
    ? `The gap "${id}" cannot be observed by clients, so it has no choices.`
    : `There is no gap ${shown(id)}; ${rightName(id, settableGapIds, 'the gaps are', 0.5)}`
  throw new UnknownGapSetting(wrongField(id, 'prohibited', detail))
}

/**
 * The gap settings of a profile, of single choices, or of choices on top of a profile.
 * @throws UnknownGapSetting if there is no such gap, choice or profile
 */
export function gapSettingsFor(wanted: Profile | (GapChoices & { readonly profile?: Profile })): GapSettings {
  if (typeof wanted === 'string') return profile(wanted)
  const { profile: name = 'literal', ...choices } = wanted
  return profile(name).setAll(choices)
}

/** A gap, choice or profile that does not exist; the message names the existing ones. */
export class UnknownGapSetting extends Refusal {
  override readonly name = 'UnknownGapSetting'
}

/**
 * The gap settings of a profile: `literal` (the plainest reading), `panel` (as the real
 * panel chooses) or `grease:<seed>` (anything the document allows, at random).
 * @throws UnknownGapSetting for any other name.
 */
export function profile(name: string): GapSettings {
  if (name === 'literal') return new GapSettings()
  if (name === 'panel') return new GapSettings(settingsBy((id, choices) => gaps[id].panel ?? choices[0]))
  const seed = /^grease:(.+)$/.exec(name)?.[1]
  if (seed !== undefined) {
    return new GapSettings(
      settingsBy((id, choices) => choices[seeded(seed, id).readUInt16BE(0) % choices.length]),
    )
  }
  const detail = `There is no profile ${shown(name)}; the profiles are literal, panel and grease:<seed>.`
  throw new UnknownGapSetting(wrongField('profile', 'in', detail))
}

const settingsBy = (choose: (id: SettableGapId, choices: readonly string[]) => string | undefined) =>
  recordOf(settableGapIds, (id) => choose(id, choicesAt(id)) ?? '')
