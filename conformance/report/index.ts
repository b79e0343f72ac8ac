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

/** Removes secrets before the reporter is called, so that no report contains a secret. */
const sealed =
  (reporter: Reporter): Reporter =>
  (run, { secrets = [], ...about }) => {
    const redactor = new Redactor(secrets)
    const text = written(reporter(redactor.run(run), redactor.value(about)))
    // The GitHub report consists of workflow commands; it escapes line ends in the text that it quotes.
    return reporter === github ? text : withoutCommands(text)
  }

/** Every reporter, by its name in `--reporter`. */
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
