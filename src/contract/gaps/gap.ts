import { mapValues } from '../objects.ts'
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
  readonly choices: Pairs
  /** The choice of the real panel, if it is not the default. */
  readonly panel?: string
  /**
   * Whether the choice shapes nearly every response. Pervasive gaps are listed
   * once, in the OpenAPI document; the header `X-Nestbox-Assumed` of a response
   * names the other gaps that it touched.
   */
  readonly pervasive?: true
}

type Pairs<I extends string = string> = readonly (readonly [id: I, text: string])[]

/** A gap as it is declared. Without a section, it is one of section 4.9: the gaps of the operations. */
export interface Declared extends Omit<Gap, 'section' | 'choices'> {
  readonly section?: string
  /** An object by id, but for ids that are numbers, which JavaScript would sort. */
  readonly choices: Pairs | Readonly<Record<string, string>>
}

/** The ids of the choices of a declared gap. */
export type IdOf<C extends Declared['choices']> = C extends Pairs<infer I> ? I : keyof C & string

/** Choices of a number. */
export const numbers = <I extends string>(...ids: readonly I[]): Pairs<I> =>
  ids.map((id) => [id, `${id}.`] as const)

/** Choices of a status, such as `404 Not Found`; the id is its number. */
export const statuses = <S extends `${number} ${string}`>(...all: readonly S[]) =>
  // A status begins with its number.
  all.map((status) => [status.slice(0, 3), `${status}.`]) as unknown as Pairs<
    S extends `${infer I} ${string}` ? I : never
  >

/** Gaps with the same section, on which responses of the same operations depend, or that are all pervasive. */
export const gapsOf =
  (shared: Partial<Pick<Gap, 'on' | 'section' | 'pervasive'>>) =>
  <const T extends Readonly<Record<string, Declared>>>(gaps: T): T =>
    // The shared fields are those of a declared gap too.
    mapValues(gaps, (gap: Declared) => ({ ...shared, ...gap })) as T

/** The gap that a declaration stands for. */
export const gapOf = ({ section = '4.9', choices, ...rest }: Declared): Gap => ({
  ...{ section, ...rest },
  choices: 'map' in choices ? (choices as Pairs) : Object.entries(choices),
})
