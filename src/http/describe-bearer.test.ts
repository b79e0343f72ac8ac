import { expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { seedUserIds } from '../fixtures/names.ts'
import type { Token } from '../store/tokens.ts'
import { describeBearer } from './authentication.ts'

const { tables } = makeWorld({ seed: 'nestbox', scenario: 'demo', scale: 40 })

const name = (id: number) => tables.users.must(id).username

it.each<[what: string, token: Partial<Token>, expected: string]>([
  [
    'an application token',
    { kind: 'application', userId: seedUserIds.admin },
    `application, made by ${name(seedUserIds.admin)}`,
  ],
  ['a root administrator', { userId: seedUserIds.deputy }, `root administrator ${name(seedUserIds.deputy)}`],
  [
    'a downgraded one',
    { userId: seedUserIds.deputy, isDowngraded: true },
    `ordinary user ${name(seedUserIds.deputy)}`,
  ],
  ['the owner', { userId: seedUserIds.owner }, `ordinary user ${name(seedUserIds.owner)}`],
  ['the helper', { userId: seedUserIds.helper }, `subuser ${name(seedUserIds.helper)}`],
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
  expect(describeBearer({ ...usual, ...token }, tables)).toBe(expected)
})
