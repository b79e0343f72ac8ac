import { clauses } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { requestLine } from '../client/curl.ts'
import type { Occurrences, Result } from '../judge/outcome.ts'
import { inShort } from '../judge/reception.ts'
import { placeOf } from '../judge/rule.ts'
import type { About } from './reporter.ts'

/** A piece of information about a result. */
export interface Fact {
  readonly label: string
  readonly text: string
  /**
   * `words` are text of the kit, a `finding` is text of the kit about data of the server, `data` comes from the server,
   * and a `command` is to be copied. Backticks mark code in the first two.
   */
  readonly kind: 'words' | 'finding' | 'data' | 'command'
}

const clauseTexts = new Map(clauses.map(({ id, text }) => [id, text]))

/** The text of a clause; its id if the contract no longer has the clause. */
const clauseText = (id: string): string => clauseTexts.get(id) ?? id

/**
 * All information that is needed to understand a result.
 * @param others results with the same cause
 */
export function factsOf(result: Result, about: About, others: readonly Result[] = []): Fact[] {
  const { level, message, pointer, expected, actual, ignored, curl, after, exchange, occurrences, again } =
    result
  const ids = concerned(result)
  return [
    words(ids.length > 1 ? 'Clauses' : 'Clause', ids.map((id) => `${id}: ${clauseText(id)}`).join('\n')),
    level === 'inferred' && words('Level', 'inferred: it follows by plain reading'),
    message !== undefined && { label: 'Finding', text: message, kind: 'finding' },
    after !== undefined && { label: 'After', text: after, kind: 'data' },
    exchange && { label: 'Request', text: requestLine(exchange), kind: 'data' },
    exchange && { label: 'Response', text: responseLine(exchange, actual), kind: 'data' },
    ...seenFacts(occurrences, exchange),
    again !== undefined && words('Again', again),
    others.length > 0 &&
      words('Same in', `${others.length} more: ${others.map((other) => idBeside(result, other)).join(', ')}`),
    pointer !== undefined && { label: 'Pointer', text: pointer || '(the whole body)', kind: 'data' },
    expected !== undefined && { label: 'Expected', text: expected, kind: 'data' },
    actual !== undefined && { label: 'Actual', text: actual, kind: 'data' },
    differenceOf(expected, actual),
    ignored !== undefined && words('Not judged', ignored),
    { label: 'Run again', text: rerun(result, about), kind: 'command' },
    curl !== undefined && { label: 'By hand', text: curl, kind: 'command' },
  ].filter((fact): fact is Fact => Boolean(fact))
}

/** The length of texts whose difference a reader sees without help. */
const longestCompared = 100

/** The characters that are quoted of a difference. */
const longestDifference = 40

/** Where two long texts begin to differ, and what each has there. */
function differenceOf(expected = '', actual = ''): Fact | false {
  if (expected === actual || Math.min(expected.length, actual.length) <= longestCompared) return false
  let same = 0
  while (expected[same] === actual[same]) same += 1
  const [due, got] = [expected, actual].map((text) => text.slice(same, same + longestDifference))
  return { label: 'Difference', text: `after ${same} characters: ${got}\ninstead of: ${due}`, kind: 'data' }
}

/** The command that judges a check again; a finding of an exploration needs its random requests. */
const rerun = ({ id, steps }: Result, { command, exploring = '' }: About): string =>
  [command, ...(steps && exploring !== '' ? [exploring] : []), '--only', id].join(' ')

/** The id of a result with the same cause as another one, with its level if the two levels differ. */
const idBeside = (result: Result, { id, level }: Result): string =>
  level === result.level ? id : `${id} (${level})`

/** The facts of a result as text, one in a line. */
export const factsAsText = (result: Result, about: About, others: readonly Result[] = []): string =>
  factsOf(result, about, others)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')

/**
 * The clauses that a result is about: of a check with a clause for each field, only the clause of the field that
 * failed.
 */
function concerned({ clauses: ids, pointer, exchange }: Result): readonly string[] {
  if (isNoJson(exchange) && ids.includes(jsonClause)) return [jsonClause]
  if (pointer === undefined) return ids
  const at = pointer.replaceAll('/', '.')
  const own = ids.filter((id) => at.endsWith(`.${id.split('#')[1]}`))
  const [closest] = own.toSorted((one, other) => other.length - one.length)
  return closest === undefined ? ids : [closest]
}

/** The clause that a body of a granted response is JSON. */
const jsonClause = '1#json'

/** Whether a successful response has a body that is not JSON. */
const isNoJson = (exchange: Exchange | undefined): boolean => {
  const { status, json, cutAfter } = exchange?.reply ?? { status: 0, json: null }
  return status < 300 && json === undefined && cutAfter === undefined
}

const words = (label: string, text: string): Fact => ({ label, text, kind: 'words' })

/**
 * The status, and the message of the server if the response is an error or not JSON, unless `actual` has that
 * message.
 */
function responseLine({ reply, failure, milliseconds }: Exchange, actual: string | undefined): string {
  const after = `, after ${Math.round(milliseconds)} ms`
  if (!reply) return `${failure ?? 'none'}${after}`
  const said = inShort(reply)
  const isTold = said === actual || (reply.status < 300 && reply.json !== undefined)
  return isTold ? `${reply.status}${after}` : `${said}${after}`
}

/** The maximum number of other requests that are listed for one cause. */
const mostPlaces = 3

function seenFacts(occurrences: Occurrences | undefined, exchange: Exchange | undefined): (Fact | false)[] {
  if (!occurrences) return []
  const { count, places, others } = occurrences
  const further = places.filter((place) => exchange === undefined || place !== placeOf(exchange))
  const rest = further.length - mostPlaces
  const named = [...further.slice(0, mostPlaces), ...(rest > 0 ? [`and ${rest} more`] : [])]
  const also = further.length > 0 ? ', also in responses to' : ''
  return [
    count > 1 && { label: 'Seen', text: [`${count} times${also}`, ...named].join('\n'), kind: 'data' },
    others.length > 0 && { label: 'Also', text: others.join('\n'), kind: 'finding' },
  ]
}
