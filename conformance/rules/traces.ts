import { operations } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { intruderMark, intrudersIn, kebab } from '../judge/access.ts'
import { wasGranted } from '../judge/reception.ts'
import { wasBarred } from '../model/reach.ts'
import type { Call, Entry } from '../steps/step.ts'
import { wordsIn } from '../steps/values.ts'
import type { LogRule } from './finding.ts'

/** The words in a text that are made for one request only, or for the refused requests of one credential. */
const marksIn = (text: string): readonly string[] => [...wordsIn(text), ...intrudersIn(text)]

const marksOf = ({ fields, pins, mark }: Call): readonly string[] =>
  marksIn(JSON.stringify([fields, pins, mark]))

/** Words by the first request that sent them, and whether only requests that were refused for their credential did. */
const sent = onceFor((_log: readonly Entry[]) => new Map<string, Entry>())

/** No later response has a value that only requests sent that were refused for their credential. */
export const traces: LogRule = function* (entry, model) {
  const { exchange } = entry
  const known = sent(model.log)
  for (const word of marksOf(entry.call)) if (!known.has(word) || !wasBarred(entry)) known.set(word, entry)
  if (!wasGranted(exchange)) return
  for (const word of new Set(marksIn(exchange.reply?.text ?? ''))) {
    const source = known.get(word)
    if (!source || source === entry || !wasBarred(source) || model.mayBeWritten(word)) continue
    const { operation, credential } = source.call
    const text = word.startsWith('intruder') ? intruderMark(operation, credential) : word
    yield {
      check: `5/${kebab(operation)}-refused-changes-nothing`,
      key: `trace ${operation}`,
      failure: {
        message: `A refused request of "${operations[operation].summary}" was carried out nevertheless: a later response shows what it sent.`,
        expected: 'nothing of the refused request',
        actual: `"${text}", which only the refused request sent`,
        after: source.exchange,
      },
    }
    return
  }
}
