import type { Concerns } from './concerns.ts'

/** A question that the document leaves open. */
export interface Gap {
  /** The section, and perhaps item, in which the document says "not shown" or is silent. */
  readonly section: string
  /** The operations whose responses depend on the choice; every operation by default. */
  readonly on?: Concerns
  readonly question: string
  /**
   * The choices of the mock: id, and meaning in words. The first choice is the plainest reading and the default. A gap
   * that clients cannot observe has no choices.
   */
  readonly choices: readonly (readonly [id: string, text: string])[]
  /** The choice of the real panel, if it is not the default. */
  readonly panel?: string
  /**
   * Whether the choice shapes nearly every response. Pervasive gaps are listed
   * once, in the OpenAPI document; the header `X-Nestbox-Assumed` of a response
   * names the other gaps that it touched.
   */
  readonly pervasive?: true
}
