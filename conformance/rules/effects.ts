import { inJson } from '../checks/check.ts'
import type { Failure } from '../judge/outcome.ts'
import { attributesOf, containerOf, itemsOf, nestedItems } from '../judge/parts.ts'
import { isObject, wasGranted } from '../judge/reception.ts'
import { isInOtherType, isSame } from '../judge/same.ts'
import { secondValue, unknownId } from '../judge/sent-values.ts'
import { walk } from '../judge/walk.ts'
import type { Model } from '../model/model.ts'
import type { Call, Entry } from '../steps/step.ts'
import type { LogRule } from './finding.ts'

/** A tag sync responds with the tags that it selects. */
export const tagsNow: LogRule = function* ({ call, exchange }, model) {
  const { tags } = call
  if (exchange.ask.isContested || !tags || !wasGranted(exchange)) return
  // What becomes of a tag that does not exist is a gap.
  if (tags.includes(unknownId)) return
  const wanted = [...new Set(tags)].toSorted((a, b) => a - b)
  const got = itemsOf(exchange).map(({ id }) => id)
  const before = model.granted(call).at(-1)
  const finding = (check: string, message: string, of: Partial<Failure> = {}) => ({
    check,
    key: check,
    moved: check,
    isExplained: true,
    // Without the tags that were there before, none of them can be left.
    ...(before && { source: before }),
    failure: { message, expected: inJson(wanted), actual: inJson(got), pointer: '/data', exchange, ...of },
  })
  if (!wanted.every((id) => got.includes(id)))
    yield finding('4.2/tags-now', 'The response does not have the tags that were selected.')
  // Another check reports tags that come twice.
  else if (new Set(got).size > wanted.length)
    yield wanted.length === 0
      ? finding('4.2/empties', 'Tags are left although none was selected.')
      : finding('4.2/replaces', 'Tags that were not selected are still there: the set was not replaced.')
}

/** A value of a variable and the install-script behavior that were sent are in the response. */
export const startupSent: LogRule = function* ({ call, exchange }, model) {
  if (exchange.ask.isContested || call.operation !== 'updateServerStartup' || !wasGranted(exchange)) return
  const server = attributesOf(exchange.reply?.json)
  const { environment, skip_scripts } = containerOf(server)
  const variables = nestedItems(server, 'variables')
  for (const [field, sent] of Object.entries(sentIn(call))) {
    if (isObject(sent) && isObject(environment)) {
      for (const [name, value] of Object.entries(sent)) {
        // Values that the target pins are not judged, and no response shows the result of an empty value.
        const isOwn = name === call.variable || (call.variable !== undefined && value === secondValue)
        if (!isOwn || String(value).trim() === '') continue
        const at = variables.findIndex(({ env_variable }) => env_variable === name)
        const shown: (readonly [string, unknown])[] = [[`container/environment/${name}`, environment[name]]]
        // The value of a variable is null where a server shows none; another check compares values, which may lag.
        const nestedValue = variables[at]?.['server_value']
        if (at >= 0 && typeof nestedValue !== 'string' && isValueShown(model.asked(call), name))
          shown.push([`relationships/variables/data/${at}/attributes/server_value`, nestedValue])
        const isShown = (got: unknown): boolean =>
          isSame(name, value, got) || isSame(name, String(value).trim(), got) || isInOtherType(value, got)
        const wrong = shown.find(([, got]) => !isShown(got))
        if (!wrong) continue
        const declared = at < 0 && environment[name] === undefined && importBefore(model, server['egg'])
        yield {
          check: '4.5/environment',
          key: '4.5/environment',
          // Another client may have given the egg a file without the variable.
          ...(declared && {
            source: declared,
            together: [declared],
            moved: 'server.container.environment',
          }),
          failure: {
            message: `The response does not have a value of the environment that was sent in \`${field}\`. ${namedByTarget}`,
            expected: inJson(value),
            actual: inJson(wrong[1]),
            pointer: `/attributes/${wrong[0]}`,
          },
        }
      }
    } else if (isBoolean(sent) && isBoolean(skip_scripts)) {
      // Each agrees with the one before, so one comparison is enough.
      const other = model.log.findLast(
        (each) =>
          !each.exchange.ask.isContested &&
          each.call.operation === call.operation &&
          isBoolean(sentIn(each.call)[field]) &&
          wasGranted(each.exchange),
      )
      if (!other || !isTurned(sent, skip_scripts, sentIn(other.call)[field], other.exchange.reply?.json))
        continue
      yield {
        check: '4.5/install-script',
        key: '4.5/install-script',
        failure: {
          message: `\`container.skip_scripts\` does not follow the install-script behavior that was sent in \`${field}\`. ${namedByTarget}`,
          expected: `another value than after the opposite behavior, and the same after the same`,
          actual: inJson(skip_scripts),
          pointer: '/attributes/container/skip_scripts',
          after: other.exchange,
        },
      }
    }
  }
}

const placeholder = /\{\{([^{}]*)\}\}/g

/** A value without characters that a server may escape for a shell. */
const isPlain = (value: unknown): value is string => typeof value === 'string' && /^[\w .-]*$/.test(value)

/**
 * The startup command of a server shows the placeholder of a variable as it was sent, or the value that the same response
 * shows of the variable: the document does not say which.
 */
export const placeholdersFilled: LogRule = function* ({ call, exchange }, model) {
  if (exchange.ask.isContested || !wasGranted(exchange)) return
  for (const { kind, form, attributes, pointer } of walk(exchange).found) {
    if (kind !== 'server') continue
    const { startup_command: shown, environment } = containerOf(attributes)
    const isWritten = form === 'top' && call.fields?.['startup'] !== undefined
    const known = model.known({ kind, id: attributes['id'], field: 'container.startup_command' })
    const template = isWritten ? call.fields['startup'] : known?.values[0]
    if (typeof template !== 'string' || typeof shown !== 'string' || !isObject(environment)) continue
    const names = [...template.matchAll(placeholder)].map(([, name = '']) => name)
    const filled = template.replaceAll(placeholder, (_, name) => String(environment[name]))
    if (names.length === 0 || !names.every((name) => isPlain(environment[name]))) continue
    // Another command has rules of its own.
    if (!isSame('startup_command', template, shown)) continue
    if ([template, filled].some((text) => text.trim() === shown.trim())) continue
    yield {
      check: isWritten ? '4.5/startup' : '4.5/persists',
      key: `filled ${isWritten}`,
      failure: {
        message:
          'The startup command shows a placeholder of a variable neither as it was sent nor with its value.',
        expected: `${inJson(template)} or ${inJson(filled)}`,
        actual: inJson(shown),
        pointer: `${pointer}/attributes/container/startup_command`,
        ...(!isWritten && known && { after: known.from.exchange }),
      },
    }
  }
}

/** The last granted import of an egg. */
const importBefore = ({ log }: Model, egg: unknown): Entry | undefined =>
  log.findLast(
    ({ call, exchange }) =>
      call.operation === 'importEgg' && String(call.named) === String(egg) && wasGranted(exchange),
  )

/** Whether some response nests a variable with its value. */
const isValueShown = (entries: readonly Pick<Entry, 'exchange'>[], name: string): boolean =>
  entries.some(({ exchange }) =>
    nestedItems(attributesOf(exchange.reply?.json), 'variables').some(
      ({ env_variable, server_value }) => env_variable === name && typeof server_value === 'string',
    ),
  )

/** The possible cause of a failure with a field that the document does not name. Section 4.9. */
const namedByTarget =
  'The document does not name that field: if this server names it otherwise, correct `requests.startup` of the target file.'

/** The fields of a body; of a startup update, the target names those that are no text or number. */
const sentIn = ({ fields, pins }: Call): Readonly<Record<string, unknown>> => ({ ...fields, ...pins })

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether two updates contradict each other: one behavior with two results, or two with the same. */
function isTurned(sent: boolean, shown: boolean, otherSent: unknown, json: unknown): boolean {
  const other = containerOf(attributesOf(json))['skip_scripts']
  return typeof other === 'boolean' && (sent === otherSent) !== (shown === other)
}

/** Each creation makes another user. */
export const newUsers: LogRule = function* ({ at, call, exchange }, model) {
  if (call.operation !== 'createUser' || !wasGranted(exchange)) return
  const user = attributesOf(exchange.reply?.json)
  for (const field of ['id', 'uuid'] as const) {
    const before = model
      .granted(call)
      .find(
        (each) => each.at < at && isSame(field, attributesOf(each.exchange.reply?.json)[field], user[field]),
      )
    if (!before || user[field] === undefined) continue
    yield {
      check: '4.6/distinct',
      key: '4.6/distinct',
      failure: {
        message: `Two created users have the same \`${field}\`.`,
        expected: `another ${field} than an earlier user has`,
        actual: inJson(user[field]),
        pointer: `/attributes/${field}`,
        after: before.exchange,
      },
    }
    return
  }
}
