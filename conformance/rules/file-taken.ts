import { objectAt, valueAt } from '../../src/contract/index.ts'
import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { kitPrefix, variableName } from '../judge/kit-egg.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, attributesOf, granted, nestedItems } from '../judge/parts.ts'
import { cut, isObject, wasGranted } from '../judge/reception.ts'
import { isSame, withLineFeeds } from '../judge/same.ts'
import type { LogRule } from './finding.ts'

/** The response has values of an imported file, and they are complete. */
export const fileTaken: LogRule = function* ({ call, exchange }, model) {
  if (exchange.ask.isContested || call.file === undefined || call.mark === undefined || !wasGranted(exchange))
    return
  const before = model
    .granted(call)
    .filter((each) => each.call.mark !== undefined)
    .map((each) => each.exchange)
  const nothing = nothingFromFile(exchange, before)
  if (nothing) yield { check: '4.3/from-file', key: '4.3/from-file', failure: nothing }
  const damaged = damagedFile(exchange, call.mark)
  if (damaged) yield { check: '4.3/whole-texts', key: '4.3/whole-texts', failure: damaged }
  const stale = staleText(exchange, before)
  if (stale) yield { check: '4.3/from-file', key: '4.3/from-file stale', failure: stale }
}

/**
 * A failure if the response to an import shows nothing of the file.
 * @param before earlier imports to the egg
 */
function nothingFromFile(exchange: Exchange, before: readonly Exchange[]): Failure | undefined {
  const { mark, file = '' } = exchange.ask
  const { name, ...more } = ownParts(exchange)
  // A target may have a file in which the kit replaced every text with the mark.
  if (!file.includes(inJson(mark).slice(1, -1)) || hasMark([name, more], mark)) return undefined
  // A server that takes only the name shows the one that this file has in common with the file before.
  const takesMore = before.some((each) => hasMark({ ...ownParts(each), name: undefined }, each.ask.mark))
  if (!takesMore && isSame('name', valueAt(parsedJson(file), 'name'), name)) return undefined
  return {
    message: 'No field of the response has the mark of the uploaded file as the file has it.',
    expected: `${inJson(mark)} in a name, description, image label, startup command, script or variable`,
    actual: 'nowhere',
    pointer: '/attributes',
  }
}

/** The parts of an egg that come from its file; other nested resources than variables may have the same mark. */
function ownParts(exchange: Exchange): Attributes {
  const { relationships, ...own } = granted(exchange).attributes
  return { ...own, variables: valueAt(relationships, 'variables') }
}

/** Whether a text in a value has a mark. */
const hasMark = (value: unknown, mark: string | undefined): boolean =>
  inJson(value).includes(inJson(mark).slice(1, -1))

/** A text that an import may take: its place in an egg, and its value in the share file and in the response. */
interface Text {
  readonly at: string
  readonly sent: unknown
  readonly shown: unknown
}

/** The single texts of an egg: their places in it, and their paths in a share file and in an egg. */
const singleTexts = [
  ['name', 'name', 'name'],
  ['description', 'description', 'description'],
  ['startup', 'startup', 'startup'],
  ['script/install', 'scripts.installation.script', 'script.install'],
  ['script/container', 'scripts.installation.container', 'script.container'],
  ['script/entry', 'scripts.installation.entrypoint', 'script.entry'],
  ['config/stop', 'config.stop', 'config.stop'],
] as const

const singleTextsOf = ({ ask, reply }: Exchange): readonly Text[] => {
  const [file, egg] = [parsedJson(ask.file ?? ''), attributesOf(reply?.json)]
  return singleTexts.map(([at, inFile, inEgg]) => ({
    ...{ at, sent: valueAt(file, inFile), shown: valueAt(egg, inEgg) },
  }))
}

/** All texts of an import; each text of a list or a map is to be in the joined texts of the response. */
function textsOf(exchange: Exchange): readonly Text[] {
  const [file, egg] = [parsedJson(exchange.ask.file ?? ''), attributesOf(exchange.reply?.json)]
  const startup = valueAt(file, 'config.startup')
  const begun = valueAt(typeof startup === 'string' ? parsedJson(startup) : startup, 'done')
  const [labels, shownLabels] = [file, egg].map((each) => Object.keys(objectAt(each, 'docker_images')))
  const inList = (at: string, sent: unknown, shown: unknown): readonly Text[] =>
    [sent].flat().map((each) => ({ at, sent: each, shown: [shown].flat().join(' ') }))
  return [
    ...singleTextsOf(exchange),
    ...inList('docker_images', labels?.length ? labels : undefined, shownLabels),
    ...inList('config/startup/done', begun, valueAt(egg, 'config.startup.done')),
    ...nestedItems(egg, 'variables').flatMap((shown, at) =>
      ['name', 'description', 'default_value'].map((field) => ({
        at: `relationships/variables/data/${at}/attributes/${field}`,
        sent: variablesIn(file).find((sent) => nameOf(sent) === nameOf(shown))?.[field],
        shown: shown[field],
      })),
    ),
  ]
}

/**
 * A failure if a text of the file came back as another text, or a variable without a part of it.
 * @param mark a text that only this file has, whose first words no server changes
 */
function damagedFile(exchange: Exchange, mark: string): Failure | undefined {
  // The name of the kit, the run and the number of the file: no other file has them.
  const ofFile = mark.split(' ').slice(0, 3).join(' ').toLowerCase()
  for (const { at, sent, shown } of textsOf(exchange)) {
    if (typeof shown !== 'string') continue
    const text = typeof sent === 'string' && sent.includes(mark) ? sent.trim() : mark
    // A text without the beginning of the mark has another origin than the file.
    const isTaken =
      hasText(shown, ofFile) ||
      (shown.length >= 5 && mark.startsWith(shown)) ||
      (text.startsWith(shown) && shown.length >= text.indexOf(mark) + 5)
    // A server may add text before and after the text of the file.
    if (!isTaken || withLineFeeds(shown).includes(withLineFeeds(text))) continue
    return {
      message: `The \`${at}\` of the file came back damaged.`,
      expected: `a text with ${inJson(cut(text, 80))}, ${text.length} characters`,
      actual: `${inJson(cut(shown, 80))}, ${shown.length} characters`,
      pointer: `/attributes/${at}`,
    }
  }
  return swappedImages(exchange) ?? damagedVariable(exchange, ofFile)
}

/** A failure if an import swaps the labels and the images of a file. */
function swappedImages({ ask, reply }: Exchange): Failure | undefined {
  const sent = objectAt(parsedJson(ask.file ?? ''), 'docker_images')
  const shown = objectAt(attributesOf(reply?.json), 'docker_images')
  const isSwapped = Object.entries(shown).some(
    ([label, image]) => label !== image && sent[String(image)] === label && !Object.hasOwn(sent, label),
  )
  if (!isSwapped) return undefined
  return {
    message: 'The `docker_images` of the file came back with labels and images swapped.',
    expected: inJson(sent),
    actual: inJson(shown),
    pointer: '/attributes/docker_images',
  }
}

const hasText = (text: string, part: string): boolean => text.toLowerCase().includes(part)

/**
 * A failure for a text that an earlier import took from its file, and that stays as that import left it, although this
 * import and the one before have a file with another text.
 * @param before earlier imports to the egg
 */
function staleText(exchange: Exchange, before: readonly Exchange[]): Failure | undefined {
  const last = before.at(-1)
  if (!last) return undefined
  const isOther = ({ sent, shown }: Text, { ask }: Exchange): boolean =>
    !hasMark(shown, ask.mark) && hasMark(sent, ask.mark)
  for (const [index, text] of singleTextsOf(exchange).entries()) {
    const { at, shown } = text
    const previous = singleTextsOf(last)[index]
    if (typeof shown !== 'string' || shown !== previous?.shown) continue
    if (!isOther(text, exchange) || !isOther(previous, last)) continue
    const taken = before.find((each) => singleTextsOf(each)[index]?.sent === shown)
    if (!taken) continue
    return {
      message: `The import does not take the \`${at}\` of the file, although an earlier import did.`,
      expected: `a text with ${inJson(exchange.ask.mark)}`,
      actual: inJson(cut(shown)),
      pointer: `/attributes/${at}`,
      after: taken,
    }
  }
  return undefined
}

const variablesIn = (file: unknown): readonly Attributes[] =>
  [valueAt(file, 'variables')].flat().filter(isObject)

const nameOf = ({ env_variable }: Attributes): string => String(env_variable).toUpperCase()

/** Whether the value of a field of a variable is that of the file. */
const isTaken: Readonly<Record<string, (sent: unknown, shown: unknown) => boolean>> = {
  env_variable: Object.is,
  name: (sent, shown) => isSame('name', sent, shown),
  default_value: (sent, shown) => isSame('default_value', sent, shown),
  user_viewable: Object.is,
  user_editable: Object.is,
  // A server may add rules, and change their order.
  rules: (sent, shown) =>
    String(sent)
      .split('|')
      .every((rule) => String(shown).split('|').includes(rule)),
}

/**
 * A failure for a variable of the kit that an import left out, or changed in part.
 * @param ofFile words in small letters that no other file has
 */
function damagedVariable(exchange: Exchange, ofFile: string): Failure | undefined {
  const { file = '' } = exchange.ask
  const all = nestedItems(granted(exchange).attributes, 'variables')
  const pairs = variablesIn(parsedJson(file))
    .filter(({ env_variable }) => file.includes(variableName) && String(env_variable).startsWith(kitPrefix))
    .map((sent) => ({ sent, at: all.findIndex((shown) => nameOf(shown) === nameOf(sent)) }))
  const missing = pairs.find(({ at }) => at < 0)
  // Other variables may have come with an earlier file, if the response lags.
  if (missing && pairs.some(({ at }) => hasText(inJson(all[at]), ofFile)))
    return {
      message: `The variable ${nameOf(missing.sent)} of the file is missing, although others of the file are there.`,
      expected: pairs.map(({ sent }) => nameOf(sent)).join(', '),
      actual: all.map(nameOf).join(', '),
      pointer: '/attributes/relationships/variables/data',
    }
  for (const { sent, at } of pairs) {
    const shown = all[at] ?? {}
    const field = Object.keys(isTaken).find(
      (each) => typeof shown[each] === typeof sent[each] && !isTaken[each]?.(sent[each], shown[each]),
    )
    if (field === undefined) continue
    return {
      message: `The \`${field}\` of the variable ${nameOf(sent)} came back as another value.`,
      expected: inJson(sent[field]),
      actual: inJson(shown[field]),
      pointer: `/attributes/relationships/variables/data/${at}/attributes/${field}`,
    }
  }
  return undefined
}
