import { onceFor } from '../contract/once.ts'

/** The text that a page may quote. */
export interface Product {
  /** The texts and the names of the files of the product, without pages and tests. */
  readonly sources: string
  /** The help texts of the command and its subcommands. */
  readonly help: string
}

/** Programs of others. Their arguments are not those of the product. */
const foreignPrograms = /^(?:docker|npm|node|curl|cp|go|CHROMIUM=\S+)\b|^npx (?!nestbox)/

/**
 * The quotes of a page that are not in the product: flags, names and messages in code spans, and
 * emphasised words that begin with a capital letter, such as headings of reports. Code blocks are run by tests, and
 * generated parts follow the product by themselves.
 * @param foreign quoted words that are not of the product
 */
export function staleQuotes(page: string, product: Product, foreign: readonly string[]): string[] {
  const prose = page
    .replaceAll(/<!-- (?!end|\/)\w+ -->[\s\S]*?<!-- (?:end|\/\w+) -->/g, '')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
  const spans = [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, span = '']) => span.replaceAll(/\s+/g, ' '))
    .filter((span) => !foreignPrograms.test(span))
  const emphasised = [...prose.matchAll(/(?<![*\w])\*([A-Z][\w\s]+)\*(?![*\w])/g)].map(
    ([, words = '']) => words,
  )
  const said = saidBy(product)
  const isSaid = (text: string): boolean => said.includes(plain(text))
  const stale = [
    ...spans.flatMap(flagsIn).filter((flag) => !product.help.includes(`${flag} `)),
    ...spans.flatMap(namesIn).filter((name) => !isSaid(name)),
    ...spans.filter((span) => isMessage(span) && !piecesOf(span).every(isSaid)),
    ...emphasised.filter((words) => !isSaid(words)),
  ]
  return [...new Set(stale)].filter((quote) => !foreign.includes(quote))
}

/** Once for all pages, because the sources have millions of characters. */
const saidBy = onceFor(({ sources }: Product) => plain(sources))

/** The text without line breaks, and without marks that sources put around parts of it. */
const plain = (text: string): string => text.replaceAll(/["'`:,]/g, '').replaceAll(/\s+/g, ' ')

const flagsIn = (span: string): string[] => span.match(/(?<![\w-])--[a-z][\w-]*/g) ?? []

const namesIn = (span: string): string[] => span.match(/(?<![\w-])[A-Za-z_][\w-]{2,}/g) ?? []

/** Whether a span is words of the product rather than code, a command or a request. */
const isMessage = (span: string): boolean =>
  /^[A-Za-z][\w-]*:? \w/.test(span) &&
  !/[{}()[\]=|$]/.test(span) &&
  !/^(?:nestbox|npx|GET|POST|PUT|PATCH|DELETE|import|await) /.test(span)

/** The parts of a message around its ids, numbers and addresses. */
const piecesOf = (message: string): string[] =>
  message
    .split(/<[^>]*>|https?:\S+|\b\d[\w./-]*/)
    .map((piece) => piece.trim())
    .filter(Boolean)
