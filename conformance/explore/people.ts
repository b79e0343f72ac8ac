import type { Attributes } from '../judge/parts.ts'
import type { Decks } from './deck.ts'
import type { Changed, Learned } from './learned.ts'

/** The end of the name of a user whose address differs from that of the user before only in its domain. */
const sameAddress = '-same'

/** Forms of the names and addresses of users, around a part that no other user has; the first is the simplest. */
const personForms = [
  ['*', '*'],
  ['*', 'first.last.*'],
  ['*_x', 'First.*+Tag'],
  ['a.*', 'a-b_*'],
  [`*${'x'.repeat(17)}`, `*${'y'.repeat(17)}`],
  [`*-${'x'.repeat(43)}`, `${'y'.repeat(43)}-*`],
  // The address of the user before, at another domain.
  [`*${sameAddress}`],
]

const atAnotherDomain = (address: unknown): string => String(address).replace('@', '@mail.')

/** Generates users with names and addresses of several forms; no two users have one of them in common. */
export class People {
  readonly #learned: Learned
  readonly #decks: Decks
  #names = 1
  /** The form of the next user. */
  #form = 0
  /** The names of the addresses of the next user and of the one before. */
  #address = ''
  #addressBefore = ''

  constructor(learned: Learned, decks: Decks) {
    this.#learned = learned
    this.#decks = decks
  }

  /** The form of the next user, as a field for what was learned. */
  get form(): Changed {
    return { field: 'form', value: this.#form, isOdd: this.#form > 0 }
  }

  /** A user like the one that the server granted, with an address and a name that no other has. */
  person({ email, username }: Attributes): Attributes {
    const unique = /\d/.test(String(username)) ? `{{unique ${this.#names}}}` : `{{letters ${this.#names}}}`
    const [name, own] = personForms[this.#form]?.map((form) => form.replace('*', unique)) ?? []
    this.#address = own ?? this.#addressBefore
    const address = `${this.#address}@${String(email).split('@')[1]}`
    return { email: own === undefined ? atAnotherDomain(address) : address, username: name }
  }

  /** The next user, which otherwise equals another one. */
  another(fields: Attributes): Attributes {
    const number = String(this.#names)
    const renumbered = (text: unknown) => String(text).replace(/(?<=\{\{\w+ )\d+/, number)
    this.next()
    const { email, username } = fields
    // A server may refuse the name of the address at any domain.
    const isSame = String(username).endsWith(sameAddress)
    return {
      ...fields,
      email: isSame ? atAnotherDomain(email) : renumbered(email),
      username: renumbered(username),
    }
  }

  /** Makes the next user another one: users that are refused have the name of the next one that is created. */
  next(): void {
    this.#names += 1
    this.#addressBefore = this.#address
    const all = () => [...personForms.keys()]
    const fits = (form: number) => !this.#learned.isRefused('createUser', 'form', form)
    this.#form = this.#decks.take('form of users', all, { fits }) ?? 0
  }
}
