import { expect, it } from 'vitest'
import { cast } from './fixtures/cast.ts'
import { makeWorld } from './fixtures/index.ts'
import type { Token } from './tokens.ts'
import { whoHas } from './who.ts'

const { tables } = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 })

const name = (id: number) => tables.users.must(id).username

it.each<[what: string, token: Partial<Token>, expected: string]>([
  [
    'an application token',
    { kind: 'application', userId: cast.admin },
    `application, made by ${name(cast.admin)}`,
  ],
  ['a root administrator', { userId: cast.deputy }, `root administrator ${name(cast.deputy)}`],
  ['a downgraded one', { userId: cast.deputy, isDowngraded: true }, `ordinary user ${name(cast.deputy)}`],
  ['the owner', { userId: cast.owner }, `ordinary user ${name(cast.owner)}`],
  ['the helper', { userId: cast.helper }, `subuser ${name(cast.helper)}`],
  ['nobody', { userId: 9_999 }, 'nobody, as there is no user 9999'],
  ['an application of nobody', { userId: 9_999, kind: 'application' }, 'nobody, as there is no user 9999'],
])('tells who has a token: %s', (_, token, expected) => {
  const usual: Token = {
    name: 'x',
    token: 'x',
    kind: 'client',
    userId: 1,
    status: 'active',
    isDowngraded: false,
  }
  expect(whoHas({ ...usual, ...token }, tables)).toBe(expected)
})
