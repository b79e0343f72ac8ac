import { valueAt } from '../../src/contract/index.ts'
import { parsedJson } from '../client/parsed-json.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { isObject } from '../judge/reception.ts'
import { ask, control, isGranted } from './ask.ts'
import { rulesIn } from './errors.ts'
import { eitherOf, type Observers, other, sampled, unseen } from './observer.ts'
import { eggTags } from './tags.ts'

/** Gaps about the parts of an egg that an import keeps. */
export const imports = {
  'import.keeps': async (fixtures) => {
    const { attributes, exchange } = await control(fixtures, 'importEgg')
    const author = valueAt(parsedJson(exchange.ask.file ?? ''), 'author')
    if (author === undefined) return unseen('the file names no author')
    const isFromFile = attributes['author'] === author
    const tags = eggTags(fixtures)
    const said = isFromFile ? 'the author is that of the file' : 'the author is not that of the file'
    if (!tags) return unseen(`${said}; the tags are cut off`)
    if (tags.length > 0)
      return sampled(isFromFile ? 'identity' : 'author-and-tags', `${said}; the egg has tags`)
    if (!hasLostTags(fixtures)) return unseen(`${said}; whether the egg had tags is not known`)
    return isFromFile
      ? sampled('bare', `${said}; the tags are gone`)
      : other(`${said}, but the tags are gone`)
  },

  'egg.format': async (fixtures) => {
    const { ask: known } = (await control(fixtures, 'importEgg')).exchange
    const share = parsedJson(known.file ?? '')
    if (!isObject(share) || !isObject(share['meta'])) return unseen('the file has no `meta`')
    const file = JSON.stringify({ ...share, meta: { ...share['meta'], version: 'CONFORMANCE_v9' } })
    const isTaken = isGranted(await ask(fixtures, 'importEgg', { file }))
    return eitherOf(isTaken, ['any-version', 'ptdl'], 'a file with the version `CONFORMANCE_v9` is')
  },

  'import.refusals': async (fixtures) => {
    const exchange = await ask(fixtures, 'importEgg', { file: '5' })
    if (isGranted(exchange)) return other('a number is imported')
    const [rule] = rulesIn(exchange.reply)
    if (rule === undefined) return unseen('the error names no rule')
    return sampled(
      rule === 'mimetypes' ? 'by-content' : 'fields',
      `the error of a file with a number names the rule \`${rule}\``,
    )
  },
} satisfies Partial<Observers>

/** Whether the `eggs_count` of some tag is lower than before the first import. */
function hasLostTags({ seen, session }: Fixtures): boolean {
  const { exchanges } = session
  const imported = exchanges.findIndex(({ ask }) => ask.operation === 'importEgg')
  const before = new Set(exchanges.slice(0, Math.max(0, imported)))
  const tags = seen.found('tag')
  const last = new Map(tags.map(({ attributes: { id, eggs_count } }) => [id, eggs_count]))
  return tags.some(
    ({ exchange, attributes: { id, eggs_count } }) =>
      before.has(exchange) && Number(last.get(id)) < Number(eggs_count),
  )
}
