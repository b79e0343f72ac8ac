import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inRepository = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The pages for users: README, docs, and the guide to the kit. */
export const pages: readonly string[] = [
  'README.md',
  'conformance/README.md',
  ...readdirSync(inRepository('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export interface CodeBlock {
  readonly language: string
  readonly code: string
  /** Whether `npm run docs` writes it. */
  readonly isGenerated: boolean
}

/** The code blocks of a page, in their order. */
export function codeBlocksOf(path: string): readonly CodeBlock[] {
  const text = readFileSync(inRepository(path), 'utf8')
  const generated = [...text.matchAll(/<!-- (?!end)\w+ -->[\s\S]*?<!-- end -->/g)]
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ({ index, 1: language = '', 2: code = '' }) => ({
      language,
      code,
      isGenerated: generated.some((part) => part.index < index && index < part.index + part[0].length),
    }),
  )
}
