import { readFileSync } from 'node:fs'

/** The names and types of the fields of a response; the key `*` stands for any key of a map. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

/** The recorded response of the real panel. */
export interface PanelResponse {
  readonly status: number
  /** The media type; `application/json` by default. */
  readonly type?: string
  /** Whether the response has the headers of the rate limit. */
  readonly limited?: true
  /** The header `Allow`. */
  readonly allow?: string
  /** The code of each error; for an error of a field also the name of the field and the rule. */
  readonly errors?: readonly (readonly string[])[]
  readonly detail?: string
  /** The name of a shape. */
  readonly shape?: string
}

/** A request that was sent to the real panel, with the response. Names such as `{node}` stand for values of a world. */
export interface Exchange {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: Fields
  readonly text?: string
  /** Fields that differ from a valid node update. */
  readonly node?: Fields
  /** Fields that differ from a valid startup update. */
  readonly startup?: Fields
  /** Fields that differ from a valid new user. */
  readonly user?: Fields
  /** Fields that the body does not have. */
  readonly without?: readonly string[]
  /** The part of an upload; `egg` is a valid share file. */
  readonly part?: {
    readonly name: string
    readonly filename?: string
    readonly type?: string
    readonly egg?: true
    readonly content?: string
  }
  readonly panel: PanelResponse
}

export type Fields = Readonly<Record<string, unknown>>

type Line = Exchange | { readonly shape: string; readonly is: Shape }

const lines = readFileSync(new URL('exchanges.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // Each line is an exchange with a running panel, or a shape that exchanges have in common.
  .map((line) => JSON.parse(line) as Line)

/** The exchanges in the order in which the requests were sent, since some requests change data. */
export const exchanges: readonly Exchange[] = lines.filter((line): line is Exchange => 'panel' in line)

/** The shapes of the panel's responses by name. */
export const shapes: ReadonlyMap<string, Shape> = new Map(
  lines.flatMap((line) => ('is' in line ? [[line.shape, line.is] as const] : [])),
)
