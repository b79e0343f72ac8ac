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
    parsed(() => profile(text) && (text as Profile), {
      must: 'be literal, panel or grease:<seed>',
      like: similar(text, ['literal', 'panel', 'grease'], 1)[0],
    }),
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
      ...(Object.hasOwn(gaps, id) ? wrongChoice(id as GapId, choice) : wrongGap(id, choice)),
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

function wrongChoice(id: GapId, choice: string): Wrong {
  const choices = choicesAt(id)
  if (choices.length === 0)
    return {
      must: `name a gap with choices ("${id}" has none, since clients cannot observe it), such as page.over-maximum=refuse`,
    }
  const [like] = similar(choice, choices, 1)
  return {
    must: `be ${id}=<choice>, where the choice is one of ${choices.join(', ')}`,
    like: like && `${id}=${like}`,
  }
}

function wrongGap(word: string, choice: string): Wrong {
  const must = 'be <gap>=<choice>, such as page.over-maximum=refuse'
  if (word === '') return { must }
  const [like] = similar(word, settableGapIds, 1, 0.5)
  return {
    must: `name a gap (\`nestbox list gaps\` lists them)`,
    like: like && `${like}=${choice || choicesAt(like as GapId).at(-1)}`,
  }
}
