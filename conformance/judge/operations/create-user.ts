import type { Exchange } from '../../client/client.ts'
import type { AskedId } from '../../client/exchange.ts'
import { isIntruderMark } from '../access.ts'
import type { Fixtures, Scene } from '../fixtures.ts'
import { type Changed, inOrder, sendChanges } from '../ladder.ts'
import { type Attributes, sentFields } from '../parts.ts'
import { wasGranted } from '../reception.ts'
import { valuesFor } from '../sent-values.ts'
import type { Plan } from './plan.ts'

/** Makes the fields of a user with an address and a name that no run has used before. */
type PersonStyle = (unique: string) => Attributes

const person = (email: string, username: string): Attributes => ({
  email,
  username,
  first_name: 'Nestbox',
  last_name: 'Check',
})

/** The letters of a mark, because a server may accept only letters in names. */
const lettersIn = (mark: string): string => mark.replaceAll(/[^a-z]/gi, '')

/** Replaces digits by letters, because a server may accept only user names without digits. */
export const lettersOf = (unique: string): string =>
  [...unique].map((sign) => (/\d/.test(sign) ? 'qrstuvwxyz'.charAt(Number(sign)) : sign)).join('')

/** Styles of users, from the simplest to those that stricter validation accepts. */
const styles: readonly PersonStyle[] = [
  (unique) => person(`${unique}@example.com`, unique),
  (unique) => person(`${unique}@example.org`, lettersOf(unique)),
  (unique) => person(`${lettersOf(unique)}@nestbox-check.net`, lettersOf(unique).slice(-12)),
  (unique) => ({
    ...person(`${lettersOf(unique)}@nestbox-check.net`, lettersOf(unique).slice(-12)),
    language: 'en',
    password: `Nestbox-${unique}-1`,
  }),
]

/** How the kit creates users. Section 4.6. */
export const createUser: Plan = {
  named: () => '',
  isShown: () => true,
  key: 'requests.createUser',
  plainerBodies: async ({ session }) => styles.map((style) => ({ fields: style(session.unique()) })),
  marked: async (_, mark, fixtures) => ({
    fields: { ...(await candidate(fixtures, mark)), last_name: lettersIn(mark) },
  }),
  more: (fixtures) => fixtures.play(users),
}

/** The fields of a new user like the first one that the server granted. */
export async function personLikeGranted(fixtures: Fixtures): Promise<Attributes> {
  const { at } = await fixtures.accepted('createUser')
  // The series has a body of each style.
  return (styles[at] as PersonStyle)(fixtures.session.unique())
}

/**
 * The fields of the user in all requests that must be refused, so that one later request shows whether the user
 * exists. After one of these requests was granted, the others use a new user: otherwise a refusal of the same address
 * could be mistaken for a refusal of the token.
 */
async function candidate(fixtures: Fixtures, mark: string): Promise<Attributes> {
  if (!isIntruderMark(mark)) return personLikeGranted(fixtures)
  const { session } = fixtures
  // Another spelling of the path creates users too.
  const taken = session.client.exchanges.filter((each) => isIntruder(each) && wasGranted(each)).length
  return fixtures.play(candidateAfter, taken)
}

const isIntruder = (exchange: Exchange<AskedId>): boolean =>
  exchange.ask.operation === 'createUser' && isIntruderMark(String(sentFields(exchange)['last_name']))

/** The candidate after a number of names in use. */
const candidateAfter: Scene<[number], Attributes> = (fixtures) => personLikeGranted(fixtures)

/** Two new users. */
export const users: Scene<[], readonly [Exchange, Exchange]> = async (fixtures) => {
  const first = await fixtures.plain('createUser')
  const second = await fixtures.session.send('createUser', { fields: await personLikeGranted(fixtures) })
  return [first, second] as const
}

/** Users with names of various characters, and with addresses and user names that a server may cut or fold. */
export const userVariety: Scene<[], readonly Changed[]> = async (fixtures) => {
  await fixtures.play(users)
  const base = async () => ({ fields: await personLikeGranted(fixtures) })
  const named = await inOrder(valuesFor('createUser'), (names) =>
    sendChanges(fixtures, 'createUser', base, names),
  )
  const addressed = await inOrder(['.dots.in.it', '+check'], async (more) => {
    const plain = await personLikeGranted(fixtures)
    const rest = more.startsWith('.') ? 'x'.repeat(30) : ''
    const email = String(plain['email']).replace('@', `${more}${rest}@`)
    const own = String(plain['username'])
    const username = rest ? `${own}_`.padEnd(40, rest) : `${own.slice(0, 2)}-${own.slice(2)}`
    return sendChanges(fixtures, 'createUser', { fields: plain }, { email, username })
  })
  return [...named, ...addressed]
}
