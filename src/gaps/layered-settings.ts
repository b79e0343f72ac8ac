import type { GapSettings } from './gap-settings.ts'

/** What can be turned while the server runs: a choice by gap; null for what holds without it. */
export type GapOverrides = Readonly<Record<string, string | null>>

/** The choices of a server, or those of a sandbox over them. */
export class LayeredGapSettings {
  readonly #below: { readonly gapSettings: GapSettings }
  #own: Readonly<Record<string, string>> = {}
  /** The gap settings that was made of both, and the one below it was made of. */
  #made: { from: GapSettings; gapSettings: GapSettings } | undefined

  constructor(below: { readonly gapSettings: GapSettings }) {
    this.#below = below
  }

  get gapSettings(): GapSettings {
    const from = this.#below.gapSettings
    if (this.#made?.from !== from) this.#made = { from, gapSettings: from.setAll(this.#own) }
    return this.#made.gapSettings
  }

  /** @throws UnknownGapSetting if there is no such gap or choice; nothing is turned then */
  set(turns: GapOverrides): void {
    const all = Object.entries({ ...this.#own, ...turns })
    const back = Object.keys(turns).filter((id) => turns[id] === null)
    // Names that nobody knows are told even where nothing is chosen for them.
    for (const id of back)
      this.#below.gapSettings.set(id, this.#below.gapSettings.settings[id as never] ?? '')
    const own = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
    this.#below.gapSettings.setAll(own)
    this.#own = own
    this.#made = undefined
  }
}
