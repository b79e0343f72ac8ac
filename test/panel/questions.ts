import { readFileSync } from 'node:fs'

/** The names and types of the fields of a response; the key `*` stands for any key of a map. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape }

/** The response of the real panel to a question. */
export interface PanelResponse {
  readonly status: number
  /** The media type; JSON by default. */
  readonly type?: string
  /** Whether it had headers of the rate limit. */
  readonly limited?: true
  readonly allow?: string
  /** Code, and for fields name and rule. */
  readonly errors?: readonly (readonly string[])[]
  readonly detail?: string
  /** The name of a shape. */
  readonly shape?: string
}

/** A request that the real panel was sent. `{node}` and the like stand for what the world of a server has. */
export interface Question {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: Fields
  readonly text?: string
  /** Fields that differ from a usual node update, and fields that are left out. */
  readonly node?: Fields
  readonly without?: readonly string[]
  /** Fields that differ from a usual startup update, or from a usual new user. */
  readonly startup?: Fields
  readonly user?: Fields
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

type Line = Question | { readonly shape: string; readonly is: Shape }

const lines = readFileSync(new URL('facts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // The file was derived from what a running panel responded.
  .map((line) => JSON.parse(line) as Line)

/** The questions in the order in which the panel was asked, since some change its data. */
export const questions: readonly Question[] = lines.filter((line): line is Question => 'panel' in line)

/** The shapes of the panel's responses by name. */
export const shapes: ReadonlyMap<string, Shape> = new Map(
  lines.flatMap((line) => ('is' in line ? [[line.shape, line.is] as const] : [])),
)
