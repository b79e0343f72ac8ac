import { printable } from './printable.ts'

/** Text that is already HTML or XML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Part = string | number | false | undefined | Markup | readonly Part[]

/** A template that escapes its parts, except parts that are `Markup`. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...parts.map(written)))

function written(part: Part): string {
  if (part === false || part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(written).join('')
  return printable(String(part)).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
