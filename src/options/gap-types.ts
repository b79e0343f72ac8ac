import { similar } from '../contract/checking/similar.ts'
import { choicesAt, type GapId, gaps, settableGapIds } from '../contract/gaps/index.ts'
import {
  type GapChoices,
  GapSettings,
  gapSettingsFor,
  type Profile,
  profile,
  UnknownGapSetting,
} from '../gaps/gap-settings.ts'
import type { TextType, ValueType, Wrong } from './types.ts'

/** A profile, or choices by gap; a flag accepts a profile. `isValid` can throw UnknownGapSetting, with more detail. */
export const gapsOption: ValueType & TextType<Profile> = {
  must: 'be the name of a profile, or an object of choices by gap',
  isValid: (value) =>
    (typeof value === 'string' || (typeof value === 'object' && value !== null)) &&
    // `gapSettingsFor` checks the gaps and choices of the value.
    gapSettingsFor(value as Profile | GapChoices) instanceof GapSettings,
  parse: (text) =>
    parsed(() => profile(text) && (text as Profile), { must: 'be literal, panel or grease:<seed>' }),
}

export const gapSettings: ValueType = {
  must: 'be a GapSettings',
  isValid: (value) => typeof value === 'object' && value !== null && 'gap' in value,
}

/** A choice at one gap, as the text `<gap>=<choice>`. */
export const gapChoice: TextType<readonly [gap: string, choice: string]> = {
  parse(text) {
    const [, id = '', choice = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? []
    return parsed(() => new GapSettings().set(id, choice) && [id, choice], {
      must: Object.hasOwn(gaps, id) ? mustForGap(id as GapId) : mustForWord(id),
    })
  },
}

function parsed<T>(read: () => T, otherwise: Wrong): T | Wrong {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof UnknownGapSetting)) throw error
    return otherwise
  }
}

function mustForGap(id: GapId): string {
  const choices = choicesAt(id)
  return choices.length > 0
    ? `be ${id}=<choice>, where the choice is one of ${choices.join(', ')}`
    : `name a gap with choices ("${id}" has none, since clients cannot observe it), such as page.over-maximum=refuse`
}

function mustForWord(word: string): string {
  if (word === '') return 'be <gap>=<choice>, such as page.over-maximum=refuse'
  const [like = 'page.over-maximum'] = similar(word, settableGapIds, 1)
  const example = `${like}=${choicesAt(like as GapId).at(-1)}`
  return `be <gap>=<choice>, such as ${example} (there is no gap "${word}")`
}
