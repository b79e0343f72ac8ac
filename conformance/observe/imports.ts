import { isObject } from '../judge/reception.ts'
import type { Scenes } from '../judge/scenes.ts'
import type { Found } from '../judge/walk.ts'
import { control } from './ask.ts'
import { eggTags } from './egg-tags.ts'
import type { Observers } from './observer.ts'

/** What an import leaves of the egg that was there. */
export const imports = {
  'import.keeps': async (scenes) => {
    const { attributes, exchange } = await control(scenes, 'importEgg')
    const isFromFile = attributes['author'] === authorIn(exchange.ask.file)
    const tags = eggTags(scenes)
    const author = isFromFile ? 'the author comes from the file' : 'the author stays'
    if (!tags) return { observed: 'unseen', detail: `${author}; the tags are cut off` }
    if (tags.length > 0) return { observed: isFromFile ? 'identity' : 'author-and-tags' }
    if (!hasLostTags(scenes))
      return { observed: 'unseen', detail: `${author}; whether the egg had tags is not known` }
    return isFromFile
      ? { observed: 'bare' }
      : { observed: 'other', detail: `${author}, but the tags are gone` }
  },
} satisfies Partial<Observers>

function authorIn(file = '{}'): unknown {
  const share: unknown = JSON.parse(file)
  return isObject(share) ? share['author'] : undefined
}

/** Whether some tag counts fewer eggs since the first import. */
function hasLostTags({ seen, session }: Scenes): boolean {
  const imported = session.exchanges.findIndex(({ ask }) => ask.operation === 'importEgg')
  const isBefore = ({ exchange }: Found): boolean => session.exchanges.indexOf(exchange) < imported
  const tags = seen.found('tag')
  return tags.filter(isBefore).some(({ attributes: { id, eggs_count } }) => {
    const last = tags.findLast((tag) => tag.attributes['id'] === id)
    return Number(last?.attributes['eggs_count']) < Number(eggs_count)
  })
}
