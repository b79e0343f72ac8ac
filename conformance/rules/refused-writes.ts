import { operations, parameterOf } from '../../src/contract/index.ts'
import { onceFor } from '../../src/contract/once.ts'
import { inJson } from '../checks/check.ts'
import { intruderMark, intrudersIn, kebab } from '../judge/access.ts'
import { mayBeTheBody } from '../judge/ladder.ts'
import { itemsOf, sentFields } from '../judge/parts.ts'
import { wasGranted } from '../judge/reception.ts'
import { isSame, meaning } from '../judge/same.ts'
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

/**
 * A refused tag sync does not change the tags of its node, which no read shows: two equal syncs of the other node around
 * it do not count the nodes of their tags as if it had been done. The counts must be measured to follow the nodes.
 */
export const tagsKept: LogRule = function* (entry, model) {
  const { call, exchange } = entry
  const { tags } = call
  if (call.operation !== 'syncNodeTags' || entry.burst || !tags || !wasGranted(exchange)) return
  const before = model.granted(call).findLast((each) => !each.burst && isSame('', each.call.tags, tags))
  if (!before) return
  // The document does not say which nodes count, so that any granted write to a node may change a count.
  const since = model.since(before).filter((each) => each !== before)
  if (since.some((each) => mayWrite(each) && isOfNode(each.call))) return
  const [counts, countsBefore] = [countsIn(entry), countsIn(before)]
  const changes = new Map(tags.map((tag) => [tag, Number(counts.get(tag)) - Number(countsBefore.get(tag))]))
  if (![...changes.values()].some((change) => change !== 0)) return
  const isDone = (each: Entry): boolean => {
    const sent = each.call.tags
    if (each.call.operation !== call.operation || !sent || each.call.subject === call.subject) return false
    const own = model.granted(each.call).findLast(({ at, burst }) => at < each.at && !burst)?.call.tags
    // A tag that the node may have had, or may not have had, counts the same nodes or one node more or less.
    return [...changes].every(([tag, change]) => {
      const most = sent.includes(tag) ? 1 : -1
      return own
        ? change === most * Number(own.includes(tag) !== sent.includes(tag))
        : change === 0 || change === most
    })
  }
  const done = since.filter(isDone)
  const [first] = done
  if (!first) return
  yield {
    check: '5/sync-node-tags-refused-changes-nothing',
    key: refusedTags,
    // Not explained by a value of the kit, so it must occur each time.
    moved: 'tag.nodes_count',
    source: before,
    together: [before, ...done],
    failure: {
      message: 'A refused tag sync seems to have been done: its tags count other nodes than before.',
      expected: inJson(Object.fromEntries(countsBefore)),
      actual: inJson(Object.fromEntries(counts)),
      pointer: '/data',
      after: first.exchange,
    },
  }
}

/** The key of the finding that a refused tag sync was done. */
export const refusedTags = 'tags of a refused request'

/** Whether the path of an operation names a node. */
export const isOfNode = ({ operation }: Pick<Call, 'operation'>): boolean =>
  parameterOf(operations[operation])?.kind === 'node'

/** The number of nodes of each tag in a response. */
const countsIn = ({ exchange }: Entry): ReadonlyMap<unknown, unknown> =>
  new Map(itemsOf(exchange).map(({ id, nodes_count }) => [id, nodes_count]))
