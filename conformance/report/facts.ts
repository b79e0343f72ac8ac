import { clauses } from '../../src/contract/index.ts'
import type { Exchange } from '../client/client.ts'
import { bearerInWords } from '../client/credentials.ts'
import type { Result } from '../judge/outcome.ts'
import type { About } from './reporter.ts'

/** One thing that has to be known to understand a result. */
export interface Fact {
  readonly label: string
  readonly text: string
  /** `words` are ours, `data` came from the server, a `command` is to be copied. */
  readonly kind: 'words' | 'data' | 'command'
}

const clauseTexts = new Map(clauses.map(({ id, text }) => [id, text]))

/** A clause in our words; its id if the contract has lost it. */
const clauseText = (id: string): string => clauseTexts.get(id) ?? id

/** Everything that is needed to understand a result without reading anything else. */
export function factsOf(result: Result, about: About): Fact[] {
  const { level, message, pointer, expected, actual, ignored, curl, exchange } = result
  const ids = concerned(result)
  return [
    words(ids.length > 1 ? 'Clauses' : 'Clause', ids.map((id) => `${id}: ${clauseText(id)}`).join('\n')),
    level === 'inferred' && words('Level', 'inferred: it follows by plain reading'),
    message !== undefined && { label: 'Finding', text: message, kind: 'data' },
    exchange && { label: 'Request', text: requestLine(exchange), kind: 'data' },
    exchange && { label: 'Answer', text: answerLine(exchange), kind: 'data' },
    pointer !== undefined && { label: 'Pointer', text: pointer || '(the whole body)', kind: 'data' },
    expected !== undefined && { label: 'Expected', text: expected, kind: 'data' },
    actual !== undefined && { label: 'Actual', text: actual, kind: 'data' },
    ignored !== undefined && words('Not judged', `${ignored}; only what a clause says can fail a server`),
    { label: 'Run again', text: `${about.command} --only ${result.id}`, kind: 'command' },
    curl !== undefined && { label: 'By hand', text: curl, kind: 'command' },
  ].filter((fact): fact is Fact => Boolean(fact))
}

/** The same as text, a line for each. */
export const factsAsText = (result: Result, about: About): string =>
  factsOf(result, about)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')

/** Of a check that covers a clause for each field, the clause of the field that is to blame. */
function concerned({ clauses: ids, pointer }: Result): readonly string[] {
  if (pointer === undefined) return ids
  const at = pointer.replaceAll('/', '.')
  const own = ids.filter((id) => at.endsWith(`.${id.split('#')[1]}`))
  const [closest] = own.toSorted((one, other) => other.length - one.length)
  return closest === undefined ? ids : [closest]
}

const words = (label: string, text: string): Fact => ({ label, text, kind: 'words' })

const requestLine = ({ ask }: Exchange): string =>
  `${ask.method} ${ask.path}, ${bearerInWords(ask.credential)}`

const answerLine = ({ reply, failure, milliseconds }: Exchange): string =>
  `${reply ? reply.status : (failure ?? 'none')}, after ${Math.round(milliseconds)} ms`
