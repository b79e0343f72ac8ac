import type { Exchange } from '../client/client.ts'
import type { Fixtures } from '../judge/fixtures.ts'
import { personLikeGranted } from '../judge/operations/create-user.ts'
import { Unjudged } from '../judge/outcome.ts'
import { type Attributes, granted } from '../judge/parts.ts'
import { ask, control, isGranted } from './ask.ts'
import { type Observers, other, sampled, unseen } from './observer.ts'

/** Gaps about the fields of new users. At most four users are created for them. */
export const users = {
  'users.required': async (fixtures) => {
    const { first_name, last_name, ...two } = await newPerson(fixtures)
    if (isGranted(await create(fixtures, two))) return 'two'
    for (const [name, left] of [
      ['first_name', { last_name }],
      ['last_name', { first_name }],
    ] as const) {
      if (isGranted(await create(fixtures, { ...two, ...left })))
        return other(`\`${name}\` may be left out, but not both names`)
    }
    await fixtures.play(odd)
    return 'four'
  },

  'users.duplicate': async (fixtures) => {
    const { email, username } = (await control(fixtures, 'createUser')).sent
    const byEmail = isGranted(await create(fixtures, { ...(await newPerson(fixtures)), email }))
    const byName = isGranted(await create(fixtures, { ...(await newPerson(fixtures)), username }))
    const both = 'an e-mail address and a user name'
    if (byEmail && byName) return sampled('accept', `${both} can be shared`)
    if (!byEmail || !byName) await fixtures.play(odd)
    if (!byEmail && !byName) return sampled('refuse', `${both} cannot be shared`)
    return other(`${byEmail ? 'an e-mail address' : 'a user name'} alone can be shared`)
  },

  'users.case': async (fixtures) => {
    const { exchange } = await fixtures.play(odd)
    if (!isGranted(exchange)) return other('a user name with capitals is refused')
    const { attributes, sent } = granted(exchange)
    const { username } = attributes
    if (username === sent['username']) return 'keep'
    return username === String(sent['username']).toLowerCase()
      ? 'lower'
      : other(`${String(sent['username'])} became ${String(username)}`)
  },

  'users.beyond-four': async (fixtures) => {
    const { exchange, withMore } = await fixtures.play(odd)
    if (!withMore) {
      const more = { external_id: `external-${Date.now()}`, language: 'en', password: 'Nestbox-check-1' }
      const refused = await refusedAlone(fixtures, more)
      if (refused.length === 0 && !isGranted(exchange))
        return unseen('they were sent together only with a user name that is refused')
      return other(`refused beyond the four: ${refused.join(', ') || 'only together'}`)
    }
    return beyondTogether(exchange, await usualLanguage(fixtures))
  },

  'users.values': async (fixtures) => {
    const { refused, exchange, language } = await fixtures.play(odd)
    if (!isGranted(exchange)) return other('a user name with capitals is refused')
    const both = `a name with a space and the language \`${language}\` are`
    if (refused > 0) return sampled('narrow', `${both} refused together`)
    const isTaken = granted(exchange).attributes['language'] === language
    return sampled('any', `${isTaken ? both : 'a name with a space is'} granted`)
  },
} satisfies Partial<Observers>

/** Which fields beyond the four are stored, if they were granted together. */
function beyondTogether(exchange: Exchange, usual: unknown) {
  const { attributes, sent } = granted(exchange)
  // If other languages were refused, the one that was sent may be the default, which shows nothing.
  const fields = ['external_id', 'language'].filter((field) => sent[field] !== usual)
  const taken = fields.filter((field) => attributes[field] === sent[field])
  const all = fields.map((field) => `\`${field}\``).join(' and ')
  if (taken.length === fields.length) return sampled('take', `${all} can be set`)
  return taken.length === 0
    ? sampled('ignore', `${all} cannot be set`)
    : other(`of external_id and language, ${taken[0]} is taken`)
}

/** The language of a user who was created without one. */
const usualLanguage = async (fixtures: Fixtures): Promise<unknown> =>
  (await control(fixtures, 'createUser')).attributes['language']

/** Which fields beyond the four are refused, if they were refused together. */
async function refusedAlone(fixtures: Fixtures, more: Attributes): Promise<readonly string[]> {
  const refused: string[] = []
  for (const [field, value] of Object.entries(more)) {
    const exchange = await create(fixtures, { ...(await newPerson(fixtures)), [field]: value })
    if (!isGranted(exchange)) refused.push(field)
  }
  return refused
}

/**
 * Creates a user with a capital in the user name, and with other unusual values if the server grants them.
 * @returns with the number of refused requests with more unusual values, and the unusual language that was sent first
 * @throws Unjudged if no other user can be created either, so that refusals of users show nothing
 */
async function odd(fixtures: Fixtures) {
  const person = await newPerson(fixtures)
  const { username } = person
  const capital = { ...person, username: `N${String(username).slice(1)}` }
  const more = {
    ...capital,
    external_id: `external-${String(username)}`,
    language: 'en',
    // Never true: a run that ends early must not leave an administrator.
    root_admin: false,
    password: `Nestbox-${String(username)}-1`,
  }
  const language = (await usualLanguage(fixtures)) === 'de' ? 'fr' : 'de'
  const tries = [{ ...more, username: `N ${String(username).slice(1)}`, language }, more]
  for (const [refused, fields] of tries.entries()) {
    const exchange = await create(fixtures, fields)
    if (isGranted(exchange)) return { exchange, refused, withMore: true, language }
  }
  const exchange = await create(fixtures, capital)
  // A server may have a limit for the number of users.
  if (!isGranted(exchange) && !isGranted(await create(fixtures, await newPerson(fixtures))))
    throw new Unjudged('no other user could be created either')
  return { exchange, refused: tries.length, withMore: false, language }
}

/** The fields of a new user like one that the server granted. */
async function newPerson(fixtures: Fixtures): Promise<Attributes> {
  await control(fixtures, 'createUser')
  return personLikeGranted(fixtures)
}

/** Sends these fields, with the fields that the target pins in every body. */
function create(fixtures: Fixtures, fields: Attributes): Promise<Exchange> {
  const { first_name: _, last_name: __, ...preferred } = fixtures.session.pins('createUser')
  return ask(fixtures, 'createUser', { json: { ...preferred, ...fields } })
}
