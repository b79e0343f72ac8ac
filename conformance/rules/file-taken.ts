import { recordOf, valueAt } from '../../src/contract/index.ts'
import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { kitPrefix, variableName } from '../judge/kit-egg.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, granted, nestedItems } from '../judge/parts.ts'
import { cut, isObject, wasGranted } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
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
    exchange,
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

/** The words of a mark that no other file has: the name of the kit, the run and the number of the file. */
const beginningOf = (mark: string): string => mark.split(' ').slice(0, 3).join(' ')

/**
 * A failure if a text of the file came back as another text.
 * @param mark a text that only this file has, whose first words no server changes
 */
function damagedFile(exchange: Exchange, mark: string): Failure | undefined {
  const { attributes } = granted(exchange)
  const { docker_images } = attributes
  const begun = valueAt(attributes, 'config.startup.done')
  const { 'script/install': install, ...fields } = textsOf(attributes)
  const texts = {
    ...fields,
    docker_images: isObject(docker_images) ? Object.keys(docker_images).join(' ') : undefined,
    'config/startup/done': Array.isArray(begun) ? begun.join(' ') : begun,
    'script/install': install,
    ...Object.fromEntries(nestedItems(attributes, 'variables').flatMap(textsOfVariable)),
  }
  const beginning = beginningOf(mark)
  for (const [field, text] of Object.entries(texts)) {
    // A field without the mark, and without the beginning of it, has another origin than the file.
    if (typeof text !== 'string' || text.includes(mark)) continue
    const isBegun = text.toLowerCase().includes(beginning.toLowerCase())
    if (!isBegun && !(text.length >= 5 && mark.startsWith(text))) continue
    return {
      message: `The \`${field}\` of the file came back damaged.`,
      expected: `a text with ${inJson(mark)}`,
      actual: inJson(text),
      pointer: `/attributes/${field}`,
      exchange,
    }
  }
  return (
    damagedText(exchange, mark) ??
    damagedList(exchange, begun) ??
    swappedImages(exchange, docker_images) ??
    damagedVariable(exchange, mark)
  )
}

/** The texts of a variable by their places in the egg. */
const textsOfVariable = (variable: Attributes, at: number): readonly (readonly [string, unknown])[] =>
  ['name', 'description'].map((field) => [
    `relationships/variables/data/${at}/attributes/${field}`,
    variable[field],
  ])

/** A failure if an import swaps the labels and the images of a file. */
function swappedImages(exchange: Exchange, shown: unknown): Failure | undefined {
  const sent = valueAt(parsedJson(exchange.ask.file ?? ''), 'docker_images')
  if (!isObject(sent) || !isObject(shown)) return undefined
  const swapped = Object.entries(shown).find(
    ([label, image]) => label !== image && sent[String(image)] === label && !Object.hasOwn(sent, label),
  )
  if (!swapped) return undefined
  return {
    message: 'The `docker_images` of the file came back with labels and images swapped.',
    expected: inJson(sent),
    actual: inJson(shown),
    pointer: '/attributes/docker_images',
    exchange,
  }
}

/** A failure if an import takes only some of the strings by which a server is seen to have started. */
function damagedList(exchange: Exchange, shown: unknown): Failure | undefined {
  const startup = valueAt(parsedJson(exchange.ask.file ?? ''), 'config.startup')
  const sent = valueAt(typeof startup === 'string' ? parsedJson(startup) : startup, 'done')
  if (!Array.isArray(sent) || !Array.isArray(shown)) return undefined
  const missing = sent.find((text) => !shown.includes(text))
  if (missing === undefined || !sent.some((text) => shown.includes(text))) return undefined
  return {
    message: 'Only some of the strings in `config/startup/done` of the file came back.',
    expected: inJson(missing),
    actual: inJson(shown),
    pointer: '/attributes/config/startup/done',
    exchange,
  }
}

/** Texts of an egg by their places in it. @param script the path of the install script */
const textsOf = (egg: unknown, script = 'script.install') => ({
  ...recordOf(['name', 'description', 'startup'], (name) => valueAt(egg, name)),
  'script/install': valueAt(egg, script),
})

/** The same texts in a share file of the kit. */
const textsIn = (file = ''): Attributes => textsOf(parsedJson(file), 'scripts.installation.script')

/**
 * Compares the long texts of the kit's share file (description, startup command, script), so that truncation is
 * found.
 */
function damagedText(exchange: Exchange, mark: string): Failure | undefined {
  const { name: _, ...sent } = textsIn(exchange.ask.file)
  const shown: Attributes = textsOf(granted(exchange).attributes)
  for (const [field, text] of Object.entries(sent)) {
    const got = shown[field]
    if (typeof text !== 'string' || typeof got !== 'string') continue
    // A text without the mark, and without the beginning of it, has another origin than the file: the texts of a server
    // may begin like those of the file.
    const begins = text.startsWith(got) && got.includes(mark.split(' ').slice(0, 2).join(' '))
    if (!got.includes(mark) && !begins) continue
    // A server may add text before and after the text of the file.
    if (got.replaceAll('\r\n', '\n').includes(text.trim())) continue
    return {
      message: `The \`${field}\` of the file came back damaged.`,
      expected: `${inJson(cut(text, 80))}, ${text.length} characters`,
      actual: `${inJson(cut(got, 80))}, ${got.length} characters`,
      pointer: `/attributes/${field}`,
      exchange,
    }
  }
  return undefined
}

/**
 * A failure for a text that an earlier import took from its file, and that stays as that import left it, although this
 * import and the one before have a file with another text.
 * @param before earlier imports to the egg
 */
function staleText(exchange: Exchange, before: readonly Exchange[]): Failure | undefined {
  const last = before.at(-1)
  if (!last) return undefined
  const shown: Attributes = textsOf(granted(exchange).attributes)
  const previous: Attributes = textsOf(granted(last).attributes)
  const isOther = ({ ask }: Exchange, field: string): boolean =>
    !hasMark(shown[field], ask.mark) && hasMark(textsIn(ask.file)[field], ask.mark)
  for (const [field, text] of Object.entries(shown)) {
    if (typeof text !== 'string' || text !== previous[field]) continue
    if (!isOther(exchange, field) || !isOther(last, field)) continue
    const taken = before.find(({ ask }) => ask.mark !== undefined && textsIn(ask.file)[field] === text)
    if (!taken) continue
    return {
      message: `The import does not take the \`${field}\` of the file, although an earlier import did.`,
      expected: `a text with ${inJson(exchange.ask.mark)}`,
      actual: inJson(cut(text)),
      pointer: `/attributes/${field}`,
      exchange,
      after: taken,
    }
  }
  return undefined
}

/** The variables in a share file of the kit, without those of the target. */
function variablesIn(file = ''): readonly Attributes[] {
  const json = file.includes(variableName) ? parsedJson(file) : undefined
  const variables =
    isObject(json) && Array.isArray(json['variables']) ? json['variables'].filter(isObject) : []
  return variables.filter(({ env_variable }) => String(env_variable).startsWith(kitPrefix))
}

/** Whether the value of a field of a variable is that of the file. */
const isTaken: Readonly<Record<string, (sent: unknown, shown: unknown) => boolean>> = {
  env_variable: Object.is,
  name: (sent, shown) => isSame('name', sent, shown),
  default_value: (sent, shown) => isSame('default_value', sent, shown),
  // A description that does not begin as that of the file may be the server's own.
  description: (sent, shown) =>
    isSame('description', sent, shown) ||
    String(shown).length < 15 ||
    !String(sent).startsWith(String(shown)),
  user_viewable: Object.is,
  user_editable: Object.is,
  // A server may add rules, and change their order.
  rules: (sent, shown) =>
    String(sent)
      .split('|')
      .every((rule) => String(shown).split('|').includes(rule)),
}

/** A failure for a variable that an import left out, or changed in part. */
function damagedVariable(exchange: Exchange, mark: string): Failure | undefined {
  const all = nestedItems(granted(exchange).attributes, 'variables')
  const nameOf = ({ env_variable }: Attributes): string => String(env_variable).toUpperCase()
  const pairs = variablesIn(exchange.ask.file).map((sent) => ({
    sent,
    at: all.findIndex((shown) => nameOf(shown) === nameOf(sent)),
  }))
  const missing = pairs.find(({ at }) => at < 0)
  // Other variables may have come with an earlier file, if the response lags.
  if (missing && pairs.some(({ at }) => hasMark(all[at], beginningOf(mark))))
    return {
      message: `The variable ${nameOf(missing.sent)} of the file is missing, although others of the file are there.`,
      expected: pairs.map(({ sent }) => nameOf(sent)).join(', '),
      actual: all.map(nameOf).join(', '),
      pointer: '/attributes/relationships/variables/data',
      exchange,
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
      exchange,
    }
  }
  return undefined
}
