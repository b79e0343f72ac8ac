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

/** A clause with its text; with its id instead if the contract no longer has the clause. */
const clauseInWords = (id: string): string => `${id}: ${clauseTexts.get(id) ?? id}`

/**
 * All information that is needed to understand a result.
 * @param others results with the same cause
 */
export function factsOf(result: Result, about: About, others: readonly Result[] = []): Fact[] {
  const { level, message, pointer, expected, actual, ignored, curl, after, exchange, occurrences, again } =
    result
  const ids = concerned(result)
  const same = `${others.length} more: ${others.map((other) => idBeside(result, other)).join(', ')}`
  const facts: readonly (readonly [label: string, kind: Fact['kind'], text: string | undefined])[] = [
    [ids.length > 1 ? 'Clauses' : 'Clause', 'words', ids.map(clauseInWords).join('\n')],
    ['Level', 'words', level === 'inferred' ? 'inferred: it follows by plain reading' : undefined],
    ['Finding', 'finding', message],
    ['After', 'data', after],
    ['Request', 'data', exchange && requestLine(exchange)],
    ['Response', 'data', exchange && responseLine(exchange, actual)],
    ['Seen', 'data', occurrences && seenInWords(occurrences, exchange)],
    ['Also', 'finding', occurrences?.others.join('\n') || undefined],
    ['Again', 'words', again],
    ['Same in', 'words', others.length > 0 ? same : undefined],
    ['Pointer', 'data', pointer === '' ? '(the whole body)' : pointer],
    ['Expected', 'data', expected],
    ['Actual', 'data', actual],
    ['Difference', 'data', differenceOf(expected, actual)],
    ['Not judged', 'words', ignored],
    ['Run again', 'command', rerun(result, about)],
    ['By hand', 'command', curl],
  ]
  return facts.flatMap(([label, kind, text]) => (text === undefined ? [] : [{ label, kind, text }]))
}

/** The length of texts whose difference a reader sees without help. */
const longestCompared = 100

/** The characters that are quoted of a difference. */
const longestDifference = 40

/** Where two long texts begin to differ, and what each has there. */
function differenceOf(expected = '', actual = ''): string | undefined {
  if (expected === actual || Math.min(expected.length, actual.length) <= longestCompared) return undefined
  let same = 0
  while (expected[same] === actual[same]) same += 1
  const [due, got] = [expected, actual].map((text) => text.slice(same, same + longestDifference))
  return `after ${same} characters: ${got}\ninstead of: ${due}`
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

function seenInWords({ count, places }: Occurrences, exchange: Exchange | undefined): string | undefined {
  if (count <= 1) return undefined
  const further = places.filter((place) => exchange === undefined || place !== placeOf(exchange))
  const rest = further.length - mostPlaces
  const named = [...further.slice(0, mostPlaces), ...(rest > 0 ? [`and ${rest} more`] : [])]
  const also = further.length > 0 ? ', also in responses to' : ''
  return [`${count} times${also}`, ...named].join('\n')
}
