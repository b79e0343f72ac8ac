import { written } from '../client/long-integers.ts'
import { badge } from './badge.ts'
import { github } from './github.ts'
import { har } from './har.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { withoutCommands } from './printable.ts'
import { Redactor } from './redact.ts'
import type { Reporter } from './reporter.ts'
import { tap } from './tap.ts'
import { text } from './text.ts'

export type { About, Reporter } from './reporter.ts'

/** No reporter sees a secret, so none can write one down. */
const sealed =
  (reporter: Reporter): Reporter =>
  (run, { secrets = [], ...about }) => {
    const redactor = new Redactor(secrets)
    const text = written(reporter(redactor.run(run), redactor.value(about)))
    // Commands are what the GitHub report consists of; it escapes the line ends of what it quotes.
    return reporter === github ? text : withoutCommands(text)
  }

/** Every reporter by the name that `--reporter` takes. */
export const reporters = {
  text: sealed(text),
  json: sealed(json),
  junit: sealed(junit),
  html: sealed(html),
  markdown: sealed(markdown),
  github: sealed(github),
  har: sealed(har),
  tap: sealed(tap),
  badge: sealed(badge),
} as const satisfies Readonly<Record<string, Reporter>>

export type ReporterName = keyof typeof reporters
