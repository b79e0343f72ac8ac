import { operations } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { intruderMark, intrudersIn, kebab } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { sentFields } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { meaning } from '../judge/same.ts'
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

/** The fields of a new user, without those that no two users share. */
function likeness({ exchange }: Entry): string {
  const { email: _, username: __, ...rest } = sentFields(exchange)
  return meaning('', rest)
}

const emailOf = ({ exchange }: Entry): string => String(sentFields(exchange)['email']).toLowerCase()

/**
 * A user of a request that was refused for its credential can still be created. If that is refused, and a user that
 * differs only in address and name is created directly afterwards, the first one exists already.
 */
export const noUserYet: LogRule = function* (entry, model) {
  if (entry.call.operation !== 'createUser' || entry.burst || !wasGranted(entry.exchange)) return
  const asked = model.asked(entry.call)
  const before = asked.findLast((each) => !wasBarred(each))
  if (!before || before.burst || wasGranted(before.exchange) || !mayBeTheBody(before.exchange)) return
  if (likeness(before) !== likeness(entry) || emailOf(before) === emailOf(entry)) return
  const alike = asked.filter((each) => each !== before && emailOf(each) === emailOf(before))
  const barred = alike.filter(wasBarred)
  const [refused] = barred
  const areRefused = alike.every(
    (each) => each.at < before.at && (wasBarred(each) || mayBeTheBody(each.exchange)),
  )
  if (!refused || !areRefused) return
  yield {
    check: '5/create-user-refused-changes-nothing',
    key: 'user of a refused request',
    together: [...barred, before],
    moved: 'user of a refused request',
    isExplained: true,
    failure: {
      message:
        'A refused request seems to have created its user: creating the same user is refused, and another one like it is not.',
      expected: 'the response of success, because the user does not exist',
      actual: `status ${before.exchange.reply?.status}`,
      exchange: before.exchange,
      after: refused.exchange,
    },
  }
}
