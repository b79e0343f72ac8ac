import type { Result } from '../judge/outcome.ts'
import { factsAsText } from './facts.ts'
import { type Markup, markup } from './markup.ts'
import { oneLine } from './printable.ts'
import type { About, Reporter } from './reporter.ts'
import { bySection, type OfSection, remarks, summaryOf } from './summary.ts'

/**
 * JUnit XML: a suite for each section. All information is in names and bodies, because most readers ignore
 * `properties`.
 */
export const junit: Reporter = (run, about) => {
  const { results, stale, startedAt, milliseconds } = run
  const { fail, error, skip, known } = summaryOf(results)
  const tests = results.length + stale.length
  const xml = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nestbox" tests="${tests}" failures="${fail + stale.length}" errors="${error}" skipped="${skip + known}" time="${(milliseconds / 1000).toFixed(3)}">
${stale.length > 0 && staleSuite(stale)}${bySection(results).map((each) => suite(each, startedAt, about))}${remarks(run).map(remarkSuite)}</testsuites>
`
  return xml.text
}

function suite({ section, title, results }: OfSection, startedAt: string, about: About): Markup {
  const { fail, error, skip, known } = summaryOf(results)
  // The schema of old readers allows no offset.
  const timestamp = startedAt.slice(0, 19)
  return markup`<testsuite name="${section} ${title}" tests="${results.length}" failures="${fail}" errors="${error}" skipped="${skip + known}" timestamp="${timestamp}">
${results.map((result) => testcase(result, title, about))}</testsuite>
`
}

/** Readers treat dots in a class name as packages, so the class name is the title without the number of the section. */
const testcase = (result: Result, title: string, about: About): Markup =>
  markup`<testcase classname="${title}" name="${result.id} ${result.title}">${outcome(result, about)}</testcase>
`

function outcome(result: Result, about: About): Markup | false {
  const message = oneLine(result.message ?? '')
  const body = factsAsText(result, about)
  switch (result.status) {
    case 'pass':
      return false
    case 'fail':
      return markup`<failure message="${message}" type="${result.level}">${body}</failure>`
    case 'error':
      return markup`<error message="${message}" type="kit">${body}</error>`
    case 'skip':
      return markup`<skipped message="${message}"/>`
    case 'known':
      return markup`<skipped message="${`Known deviation: ${message}`}"/><system-out>${body}</system-out>`
    case 'warn':
      return markup`<system-out>${`Warning\n${body}`}</system-out>`
  }
}

const staleSuite = (stale: readonly string[]): Markup =>
  markup`<testsuite name="Known deviations" tests="${stale.length}" failures="${stale.length}" errors="0" skipped="0">
${stale.map((entry) => markup`<testcase classname="known" name="${oneLine(entry)}"><failure message="${oneLine(entry)}" type="stale"></failure></testcase>\n`)}</testsuite>
`

/** A suite without tests, for remarks that are neither a success nor a failure. */
const remarkSuite = ([title, words]: readonly [string, readonly string[]]): Markup =>
  markup`<testsuite name="${title}" tests="0" failures="0" errors="0" skipped="0"><system-out>${words.join('\n')}</system-out></testsuite>
`
