import type { GapSettings } from './gap-settings.ts'

/** Choices by gap, set while the server runs; null removes the override. */
export type GapOverrides = Readonly<Record<string, string | null>>

/** The gap settings of a server, or the settings of a sandbox on top of the server's settings. */
export class LayeredGapSettings {
  readonly #below: { readonly gapSettings: GapSettings }
  #own: Readonly<Record<string, string>> = {}
  /** The combined settings, and the lower settings from which they were computed. */
  #made: { from: GapSettings; gapSettings: GapSettings } | undefined

  constructor(below: { readonly gapSettings: GapSettings }) {
    this.#below = below
  }

  get gapSettings(): GapSettings {
    const from = this.#below.gapSettings
    if (this.#made?.from !== from) this.#made = { from, gapSettings: from.setAll(this.#own) }
    return this.#made.gapSettings
  }

  /** @throws UnknownGapSetting if there is no such gap or choice; no gap is set then */
  set(overrides: GapOverrides): void {
    const all = Object.entries({ ...this.#own, ...overrides })
    const back = Object.keys(overrides).filter((id) => overrides[id] === null)
    // `at` throws for an unknown gap, also where its override is removed.
    for (const id of back) this.#below.gapSettings.at(id as never)
    const own = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
    this.#below.gapSettings.setAll(own)
    this.#own = own
    this.#made = undefined
  }
}
