import { mapValues } from '../../src/contract/objects.ts'
import { written } from '../client/long-integers.ts'
import { badge } from './badge.ts'
import { github } from './github.ts'
import { har } from './har.ts'
import { html } from './html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { withoutCommands } from './printable.ts'
import type { Reporter, ReporterName } from './reporter.ts'
import { tap } from './tap.ts'
import { text } from './text.ts'

export type { About, Reporter, ReporterName } from './reporter.ts'

/** Long integers get their digits back, and no line is a command of a CI system. */
const finished =
  (reporter: Reporter): Reporter =>
  (run, about) => {
    const text = written(reporter(run, about))
    // The GitHub report consists of workflow commands; it escapes line ends in the text that it quotes.
    return reporter === github ? text : withoutCommands(text)
  }

/** Every reporter, by its name in `--reporter`. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = mapValues(
  { text, json, junit, html, markdown, github, har, tap, badge },
  finished,
)
