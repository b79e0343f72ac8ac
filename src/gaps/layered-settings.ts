import type { GapSettings } from './gap-settings.ts'

/** What can be turned while the server runs: a choice by gap; null for what holds without it. */
export type GapOverrides = Readonly<Record<string, string | null>>

/** The choices of a server, or those of a sandbox over them. */
export class LayeredGapSettings {
  readonly #below: { readonly dial: GapSettings }
  #own: Readonly<Record<string, string>> = {}
  /** The dial that was made of both, and the one below it was made of. */
  #made: { from: GapSettings; dial: GapSettings } | undefined

  constructor(below: { readonly dial: GapSettings }) {
    this.#below = below
  }

  get dial(): GapSettings {
    const from = this.#below.dial
    if (this.#made?.from !== from) this.#made = { from, dial: from.turnAll(this.#own) }
    return this.#made.dial
  }

  /** @throws UnknownSetting if there is no such gap or choice; nothing is turned then */
  turn(turns: GapOverrides): void {
    const all = Object.entries({ ...this.#own, ...turns })
    const back = Object.keys(turns).filter((id) => turns[id] === null)
    // Names that nobody knows are told even where nothing is chosen for them.
    for (const id of back) this.#below.dial.turn(id, this.#below.dial.settings[id as never] ?? '')
    const own = Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null))
    this.#below.dial.turnAll(own)
    this.#own = own
    this.#made = undefined
  }
}
