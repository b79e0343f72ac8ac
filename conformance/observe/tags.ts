import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { selection } from '../judge/operations/sync-node-tags.ts'
import { sendStartup } from '../judge/operations/update-server-startup.ts'
import { Unjudged } from '../judge/outcome.ts'
import { granted, itemsOf, nestedItems } from '../judge/parts.ts'
import { unknownId } from '../judge/sent-values.ts'
import { ask, control, isGranted } from './ask.ts'
import { type Observers, other, sampled } from './observer.ts'

/** Gaps about the selection of tags, and its effects. */
export const tags = {
  'tags.body': async (fixtures) => {
    const [first, second] = fixtures.session.resource('tags')
    if (first === undefined || second === undefined)
      throw new Unjudged('the target promises fewer than two tags')
    await control(fixtures, 'syncNodeTags')
    const slug = fixtures.seen.first('tag', second)?.['slug']
    // Each request selects another tag than the one before, so that the result shows whether the body was used.
    const forms = [
      { form: '`tags` with strings', wanted: first, json: { tags: [String(first)] } },
      { form: '`tag_ids` with integers', wanted: second, json: { tag_ids: [second] } },
      { form: '`tags` with integers', wanted: first, json: { tags: [first] } },
      ...(typeof slug === 'string'
        ? [{ form: '`tags` with slugs', wanted: second, json: { tags: [slug] } }]
        : []),
    ]
    const working: string[] = []
    for (const { form, wanted, json } of forms) {
      const exchange = await ask(fixtures, 'syncNodeTags', { json })
      const works = isGranted(exchange) && itemsOf(exchange).some(({ id }) => id === wanted)
      if (works && itemsOf(exchange).length === 1) working.push(form)
    }
    const detail =
      working.join(', ') || Object.keys(fixtures.session.target.requests.syncTags ?? {}).join(', ')
    if (working.length === forms.length) return sampled('lenient', detail)
    const isStrings = working.every((form) => !form.endsWith('integers')) && working.length > 0
    return isStrings ? sampled('strings', detail) : other(detail)
  },

  'tags.unknown': async (fixtures) => {
    const slug = `nestbox-${Date.now().toString(36)}`
    const byId = await select(fixtures, [unknownId])
    const bySlug = await select(fixtures, [slug])
    const ids = isGranted(byId) ? 'ignored' : 'refused'
    const isMade =
      isGranted(bySlug) && itemsOf(bySlug).some((tag) => tag['slug'] === slug || tag['name'] === slug)
    const slugs = isMade ? 'created' : isGranted(bySlug) ? 'ignored' : 'refused'
    if (isMade) fixtures.session.ledger.push(`a tag ${slug}`)
    const known = {
      'refused refused': 'refuse',
      'ignored ignored': 'ignore',
      'refused created': 'create',
      'ignored created': 'ignore-ids-create-names',
    } as const
    const observed = Object.entries(known).find(([met]) => met === `${ids} ${slugs}`)?.[1]
    return sampled(observed ?? 'other', `unknown ids are ${ids}, unknown slugs ${slugs}`)
  },

  'tags.enforced': async (fixtures) => {
    const otherEgg = fixtures.session.resource('otherEgg')
    await control(fixtures, 'updateServerStartup')
    const strange = await strangeTag(fixtures)
    try {
      granted(await select(fixtures, []))
      granted(await sendStartup(fixtures, 'away', { egg: otherEgg }))
      granted(await select(fixtures, [strange]))
      return isGranted(await sendStartup(fixtures, 'home')) ? 'allow' : 'refuse'
    } finally {
      await select(fixtures, [])
      await sendStartup(fixtures, 'home')
    }
  },
} satisfies Partial<Observers>

/** A tag sync with the body of the target and any items. */
async function select(fixtures: Fixtures, items: readonly (number | string)[]): Promise<Exchange> {
  await control(fixtures, 'syncNodeTags')
  return fixtures.session.send('syncNodeTags', selection(fixtures.session, items))
}

/** A tag of the target that the egg of the server does not have. */
async function strangeTag(fixtures: Fixtures): Promise<number> {
  await control(fixtures, 'syncNodeTags')
  await control(fixtures, 'importEgg')
  const known = eggTags(fixtures)
  if (!known) throw new Unjudged('no response shows the tags of the egg')
  const strange = fixtures.session.resource('tags').find((id) => !known.includes(id))
  if (strange === undefined) throw new Unjudged('the egg has every promised tag')
  return strange
}

/**
 * Ids of the tags of `resources.egg`, as its last import showed them. Undefined if the response cuts relationships
 * off, which shows in missing variables: an egg that the kit imported has one.
 */
export function eggTags({ seen, session }: Fixtures): readonly unknown[] | undefined {
  const { egg } = session.target.resources
  const shown = seen
    .found('egg')
    .findLast(({ form, attributes }) => form === 'top' && attributes['id'] === egg)
  if (!shown || nestedItems(shown.attributes, 'variables').length === 0) return undefined
  return nestedItems(shown.attributes, 'tags').map(({ id }) => id)
}
