import { inJson } from '../checks/check.ts'
import type { Exchange } from '../client/client.ts'
import { parsedJson } from '../client/parsed-json.ts'
import { granted } from '../judge/fixtures.ts'
import { ownDefaults, variableDescription, variableName } from '../judge/kit-egg.ts'
import type { Failure } from '../judge/outcome.ts'
import { type Attributes, nestedItems } from '../judge/parts.ts'
import { cut, isObject, wasGranted } from '../judge/reception.ts'
import { isSame } from '../judge/same.ts'
import type { LogRule } from './finding.ts'

/** Something of an imported file shows, and what shows is whole. */
export const fileTaken: LogRule = function* ({ call, exchange, burst }, model) {
  if (burst || call.file === undefined || call.mark === undefined || !wasGranted(exchange)) return
  const nothing = nothingFromFile(exchange, call.mark)
  if (nothing) yield { check: '4.3/from-file', key: '4.3/from-file', failure: nothing }
  const damaged = damagedFile(exchange, call.mark)
  if (damaged) yield { check: '4.3/whole-texts', key: '4.3/whole-texts', failure: damaged }
  const before = model.asked(call).filter((each) => each.call.file !== undefined && wasGranted(each.exchange))
  const outdated = before.map((each) => each.exchange)
  const stale = staleText(exchange, outdated)
  if (stale) yield { check: '4.3/from-file', key: '4.3/from-file stale', failure: stale }
}

/** A failure if the response to an import shows nothing of the file. @param mark a text that only this file has */
function nothingFromFile(exchange: Exchange, mark: string): Failure | undefined {
  const { relationships, ...own } = granted(exchange).attributes
  // Only the variables come from the file; other nested resources may have the same mark.
  const egg = [own, isObject(relationships) ? relationships['variables'] : undefined]
  if (inJson(egg).includes(inJson(mark).slice(1, -1))) return undefined
  return {
    message: 'Nothing of the uploaded file shows in the response.',
    expected: `${inJson(mark)} in a name, description, image label, startup command, script or variable`,
    actual: 'nowhere',
    pointer: '/attributes',
    exchange,
  }
}

/** Words of a mark that no other file has: the name of the kit, the run and the number of the file. */
const wordsOfMark = 3

/**
 * A failure if a text of the file came back as another text.
 * @param mark a text that only this file has, whose first words no server changes
 */
function damagedFile(exchange: Exchange, mark: string): Failure | undefined {
  const { attributes } = granted(exchange)
  const { script, name, description, startup, config, docker_images } = attributes
  const install = isObject(script) ? script['install'] : undefined
  const begun = isObject(config) && isObject(config['startup']) ? config['startup']['done'] : undefined
  const texts = {
    name,
    description,
    startup,
    docker_images: isObject(docker_images) ? Object.keys(docker_images).join(' ') : undefined,
    'config/startup/done': Array.isArray(begun) ? begun.join(' ') : begun,
    'script/install': install,
  }
  const beginning = mark.split(' ').slice(0, wordsOfMark).join(' ')
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
  return damagedText(exchange, mark) ?? damagedVariable(exchange, attributes, variableDescription(mark))
}

/** The texts of a share file of the kit that an egg shows, by their places in the egg. */
function textsIn(file: string): Readonly<Record<string, unknown>> {
  const json = parsedJson(file)
  if (!isObject(json)) return {}
  const { name, description, startup, scripts } = json
  const installation = isObject(scripts) ? scripts['installation'] : undefined
  return {
    ...{ name, description, startup },
    'script/install': isObject(installation) ? installation['script'] : undefined,
  }
}

/** The same texts as an egg shows them. */
const textsOf = ({ name, description, startup, script }: Attributes): Readonly<Record<string, unknown>> => ({
  ...{ name, description, startup },
  'script/install': isObject(script) ? script['install'] : undefined,
})

/**
 * Compares the long texts of the kit's share file (description, startup command, script), so that truncation is
 * found.
 */
function damagedText(exchange: Exchange, mark: string): Failure | undefined {
  const { name: _, ...sent } = textsIn(exchange.ask.file ?? '')
  const shown = textsOf(granted(exchange).attributes)
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
  const shown = textsOf(granted(exchange).attributes)
  const previous = textsOf(granted(last).attributes)
  const isOther = ({ ask }: Exchange, field: string): boolean =>
    !inJson(shown[field]).includes(inJson(ask.mark).slice(1, -1)) &&
    inJson(textsIn(ask.file ?? '')[field]).includes(inJson(ask.mark).slice(1, -1))
  for (const [field, text] of Object.entries(shown)) {
    if (typeof text !== 'string' || text !== previous[field]) continue
    if (!isOther(exchange, field) || !isOther(last, field)) continue
    const taken = before.find(({ ask }) => ask.mark !== undefined && textsIn(ask.file ?? '')[field] === text)
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

/** A failure for a variable that an import left out, whose name or default it changed, or whose description it cut. */
function damagedVariable(exchange: Exchange, egg: Attributes, description: string): Failure | undefined {
  // A share file of the target has other names.
  if (!exchange.ask.file?.includes(variableName)) return undefined
  const variables = nestedItems(egg, 'variables')
  const shown = variables.map(({ env_variable }) => env_variable)
  const own = Object.keys(ownDefaults)
  const missing = own.find((name) => !shown.includes(name))
  if (missing !== undefined && own.some((name) => shown.includes(name)))
    return {
      message: `The variable ${missing} of the file is missing, although others of the file are there.`,
      expected: own.join(', '),
      actual: own.filter((name) => shown.includes(name)).join(', '),
      pointer: '/attributes/relationships/variables/data',
      exchange,
    }
  for (const [at, variable] of variables.entries()) {
    const named = String(variable['env_variable'])
    if (!Object.hasOwn(ownDefaults, named)) continue
    const sent = { name: variableName, default_value: ownDefaults[named], description }
    const field = (['name', 'default_value', 'description'] as const).find((each) => {
      const got = variable[each]
      if (typeof got !== 'string' || isSame(each, sent[each], got)) return false
      // A description that does not begin as that of the file may be the server's own.
      return each !== 'description' || (got.length >= 15 && description.startsWith(got))
    })
    if (field === undefined) continue
    return {
      message: `The \`${field}\` of the variable ${named} came back as another text.`,
      expected: inJson(sent[field]),
      actual: inJson(variable[field]),
      pointer: `/attributes/relationships/variables/data/${at}/attributes/${field}`,
      exchange,
    }
  }
  return undefined
}
