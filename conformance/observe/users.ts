import type { Exchange } from '../client/client.ts'
import { personLikeGranted } from '../judge/operations/create-user.ts'
import type { Attributes } from '../judge/parts.ts'
import { granted, type Scenes } from '../judge/scenes.ts'
import { ask, control, isGranted } from './ask.ts'
import type { Observers, Sight } from './observer.ts'

/** What the creation of a user takes. At most four are created here. */
export const users = {
  'users.required': async (scenes) => {
    const { first_name, last_name, ...two } = await newPerson(scenes)
    if (isGranted(await create(scenes, two))) return { observed: 'two' }
    for (const [name, left] of [
      ['first_name', { last_name }],
      ['last_name', { first_name }],
    ] as const) {
      if (isGranted(await create(scenes, { ...two, ...left })))
        return { observed: 'other', detail: `\`${name}\` may be left out, but not both names` }
    }
    return { observed: 'four' }
  },

  'users.duplicate': async (scenes) => {
    const { email, username } = (await control(scenes, 'createUser')).sent
    const byEmail = isGranted(await create(scenes, { ...(await newPerson(scenes)), email }))
    const byName = isGranted(await create(scenes, { ...(await newPerson(scenes)), username }))
    if (byEmail === byName) return { observed: byEmail ? 'accept' : 'refuse' }
    return {
      observed: 'other',
      detail: `${byEmail ? 'an e-mail address' : 'a user name'} alone can be shared`,
    }
  },

  'users.case': async (scenes) => {
    const { exchange } = await odd(scenes)
    if (!isGranted(exchange)) return { observed: 'other', detail: 'a user name with capitals is refused' }
    const { attributes, sent } = granted(exchange)
    const { username } = attributes
    if (username === sent['username']) return { observed: 'keep' }
    return username === String(sent['username']).toLowerCase()
      ? { observed: 'lower' }
      : { observed: 'other', detail: `${String(sent['username'])} became ${String(username)}` }
  },

  'users.beyond-four': async (scenes) => {
    const { exchange, withMore } = await odd(scenes)
    if (!withMore) return beyondOneByOne(scenes)
    const { attributes, sent } = granted(exchange)
    const taken = ['external_id', 'language'].filter((field) => attributes[field] === sent[field])
    if (taken.length === 2) return { observed: 'take' }
    return taken.length === 0
      ? { observed: 'ignore' }
      : { observed: 'other', detail: `of external_id and language, ${taken[0]} is taken` }
  },
} satisfies Partial<Observers>

/** Which of the fields beyond the four a server refuses, where it refuses them together. */
async function beyondOneByOne(scenes: Scenes): Promise<Sight<'users.beyond-four'>> {
  const more = { external_id: `external-${Date.now()}`, language: 'en', password: 'Nestbox-check-1' }
  const refused: string[] = []
  for (const [field, value] of Object.entries(more)) {
    const exchange = await create(scenes, { ...(await newPerson(scenes)), [field]: value })
    if (!isGranted(exchange)) refused.push(field)
  }
  const which = refused.length === 0 ? 'only together' : refused.join(', ')
  return { observed: 'other', detail: `refused beyond the four: ${which}` }
}

/** Somebody with capitals in the user name and more fields than four, or, if refused, with capitals alone. */
const odd = (scenes: Scenes): Promise<{ readonly exchange: Exchange; readonly withMore: boolean }> =>
  scenes.session.once('observe an odd user', async () => {
    const person = await newPerson(scenes)
    const { username } = person
    const capital = { ...person, username: `N${String(username).slice(1)}` }
    const exchange = await create(scenes, {
      ...capital,
      external_id: `external-${String(username)}`,
      language: 'de',
      // Never true: a run that is cut short must not leave an administrator behind.
      root_admin: false,
      password: `Nestbox-${String(username)}-1`,
    })
    if (isGranted(exchange)) return { exchange, withMore: true }
    return { exchange: await create(scenes, capital), withMore: false }
  })

/** Somebody new, of the kind that the server granted, after it was seen that it grants any. */
async function newPerson(scenes: Scenes): Promise<Attributes> {
  await control(scenes, 'createUser')
  return personLikeGranted(scenes)
}

/** Sends just these fields, with those that the target wants in every such body. */
function create(scenes: Scenes, fields: Attributes): Promise<Exchange> {
  const { first_name: _, last_name: __, ...preferred } = scenes.session.pins('createUser')
  return ask(scenes, 'createUser', { json: { ...preferred, ...fields } })
}
