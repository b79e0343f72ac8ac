import { cut } from '../../conformance/judge/reception.ts'
import { oneLine, printable } from '../../conformance/report/printable.ts'
import type { Survey } from '../../conformance/target/survey.ts'
import template from './target-template.jsonc?raw'

/** Characters of the name of the owner. */
const longestOwner = 100

/**
 * A target file with a comment on each entry, and placeholders for entries that the survey did not find. No text of the
 * server ends a comment: the text after it would be an entry, which could name variables and files of this machine.
 * @param survey what was found; without it, no request was sent to the server
 * @param tokens the names of the tokens that were given, whose entries are no comments
 */
export function targetTemplate(baseUrl: string, survey?: Survey, tokens: readonly string[] = []): string {
  const { resources = {}, daemon, owner } = survey ?? {}
  const found = Object.entries({ baseUrl, ...resources }).filter(([, value]) => value !== undefined)
  const text = found.reduce((all, [name, value]) => withEntry(all, name, value), withTokens(tokens))
  return printable(
    text
      .replace(/(?<="updateNode": )\{.+\}/, (pins) => JSON.stringify({ ...JSON.parse(pins), ...daemon }))
      .replace(/(?<=owns the server below)/, () =>
        owner === undefined ? '' : `: ${cut(oneLine(owner), longestOwner)}`,
      ),
  )
}

/** The template with the entries of some tokens, none of which is a comment. */
const withTokens = (names: readonly string[]): string =>
  names.reduce((all, name) => all.replace(new RegExp(`// (?="${name}": )`), ''), template)

/** The template with the value of an entry; an optional entry is no comment any more. */
const withEntry = (text: string, name: string, value: unknown): string =>
  text.replace(
    new RegExp(`^( *)(?:// )?("${name}": ).*?(,?)$`, 'm'),
    (_, indent, key, comma) => indent + key + JSON.stringify(value) + comma,
  )
