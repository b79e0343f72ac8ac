import { operations } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { intruderMark, intrudersIn, kebab } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { itemsOf, sentFields } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { meaning } from '../judge/same.ts'
import { mayWrite, wasBarred } from '../model/reach.ts'
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

/** The `nodes_count` of each tag in a response. */
const countsIn = ({ exchange }: Entry): ReadonlyMap<unknown, unknown> =>
  new Map(itemsOf(exchange).map(({ id, nodes_count }) => [id, nodes_count]))

const isAlike = (one: Entry, other: Entry): boolean =>
  !one.burst &&
  wasGranted(one.exchange) &&
  [one, other].every(({ call: { tags } }) => tags !== undefined) &&
  one.call.tags?.toSorted().join() === other.call.tags?.toSorted().join()

/**
 * A tag sync that was refused for its credential does not change how many nodes have the tags. The tags of another node
 * show that: the same sync of that node, twice before with the same response, and once after.
 */
export const sameTagCounts: LogRule = function* (entry, model) {
  const { call } = entry
  if (call.operation !== 'syncNodeTags' || call.subject === 'nobody' || entry.burst) return
  if (!wasGranted(entry.exchange)) return
  const [first, second] = model.asked(call).filter(mayWrite).slice(-2)
  if (!first || !second || !isAlike(first, entry) || !isAlike(second, entry)) return
  const between = model.since(first).filter((each) => each.call.operation === call.operation)
  if (between.some((each) => mayWrite(each) && each !== first && each !== second)) return
  const refused = between.find((each) => each.at > second.at && each.call.subject !== call.subject)
  if (!refused) return
  const other = model.asked(refused.call).findLast((each) => mayWrite(each) && each.at < first.at)
  const [one, two, now] = [countsIn(first), countsIn(second), countsIn(entry)]
  const tag = [...now.keys()].find(
    (id) => typeof now.get(id) === 'number' && one.get(id) === two.get(id) && now.get(id) !== two.get(id),
  )
  if (tag === undefined) return
  yield {
    check: '5/sync-node-tags-refused-changes-nothing',
    key: 'tags of a refused request',
    together: [...(other ? [other] : []), first, second, ...between.filter(({ at }) => at > second.at)],
    moved: 'tag.nodes_count',
    failure: {
      message: `A refused tag sync of another node seems to have been done: tag ${String(tag)} counts other nodes than before.`,
      expected: `${String(two.get(tag))} nodes`,
      actual: `${String(now.get(tag))} nodes`,
      pointer: '/data/0/attributes/nodes_count',
      after: refused.exchange,
    },
  }
}
