import { describe, expect, it } from 'vitest'
import { type Token, Tokens } from './tokens.ts'

const token = (fields: Partial<Token> = {}): Token => ({
  name: 'one',
  token: 'text-one',
  kind: 'client',
  userId: 1,
  status: 'active',
  isDowngraded: false,
  ...fields,
})

const two = token({ name: 'two', token: 'text-two' })

describe('tokens', () => {
  it('are found by their text, and by their name if requested', () => {
    const tokens = new Tokens([token(), two])
    expect(tokens.find('text-two')).toEqual(two)
    expect(tokens.find('two')).toBeUndefined()
    expect([tokens.named('two'), tokens.named('text-two'), tokens.named('three')]).toEqual([
      two,
      two,
      undefined,
    ])
  })

  it('are found by their name even if another token has it as its text', () => {
    const tokens = new Tokens([token({ token: 'two' }), two])
    expect([tokens.named('two'), tokens.find('two')?.name]).toEqual([two, 'one'])
  })

  it('are listed in the order in which they were issued, whatever has changed', () => {
    const tokens = new Tokens([token(), two])
    tokens.issue(token({ name: 'three', token: 'text-three' }))
    tokens.update('text-one', { status: 'revoked' })
    expect(tokens.all().map(({ name, status }) => [name, status])).toEqual([
      ['one', 'revoked'],
      ['two', 'active'],
      ['three', 'active'],
    ])
  })

  it('change in the named fields only', () => {
    const tokens = new Tokens([token()])
    tokens.update('text-one', { status: 'expired' })
    tokens.update('text-one', { isDowngraded: true })
    tokens.update('text-one', {})
    expect(tokens.find('text-one')).toEqual(token({ status: 'expired', isDowngraded: true }))
  })
})

it('undo all changes of one token', () => {
  const tokens = new Tokens([token(), two])
  for (const text of ['text-one', 'text-two']) tokens.update(text, { status: 'expired', isDowngraded: true })
  tokens.update('text-one', null)
  expect(tokens.all()).toEqual([token(), { ...two, status: 'expired', isDowngraded: true }])
})

describe('the tokens of a sandbox', () => {
  const start = () => {
    const server = new Tokens([token(), two])
    return { server, own: new Tokens([], server), other: new Tokens([], server) }
  }

  it('are the tokens of the server', () => {
    const { server, own } = start()
    expect(own.all()).toEqual(server.all())
    expect([own.find('text-one'), own.named('two')]).toEqual([token(), two])
  })

  it('follow the changes of the server', () => {
    const { server, own } = start()
    server.update('text-one', { status: 'revoked' })
    server.issue(token({ name: 'late', token: 'text-late' }))
    expect(own.find('text-one')?.status).toBe('revoked')
    expect(own.all().map(({ name }) => name)).toEqual(['one', 'two', 'late'])
  })

  it('are changed in the sandbox only', () => {
    const { server, own, other } = start()
    own.update('text-one', { status: 'revoked' })
    own.issue(token({ name: 'mine', token: 'text-mine' }))
    for (const tokens of [server, other]) {
      expect(tokens.find('text-one')?.status).toBe('active')
      expect(tokens.find('text-mine')).toBeUndefined()
    }
    expect(own.all().map(({ name, status }) => `${name} ${status}`)).toEqual([
      'one revoked',
      'two active',
      'mine active',
    ])
  })

  it('follow the server except for their own changes', () => {
    const { server, own } = start()
    own.update('text-one', { isDowngraded: true })
    server.update('text-one', { status: 'revoked', kind: 'application' })
    expect(own.find('text-one')).toEqual(
      token({ status: 'revoked', kind: 'application', isDowngraded: true }),
    )
    own.update('text-one', { status: 'active' })
    server.update('text-one', { status: 'expired', kind: 'client' })
    expect(own.find('text-one')).toEqual(token({ status: 'active', isDowngraded: true }))
  })

  it('are named before those that the server later issues with the same name', () => {
    const { server, own } = start()
    own.issue(token({ name: 'jo', token: 'mine' }))
    server.issue(token({ name: 'jo', token: 'theirs' }))
    expect([own.named('jo')?.token, server.named('jo')?.token]).toEqual(['mine', 'theirs'])
  })

  it('are listed once, even if the server later issues one with the same text', () => {
    const { server, own } = start()
    own.issue(token({ name: 'mine', token: 'same' }))
    server.issue(token({ name: 'theirs', token: 'same' }))
    expect(own.all().map(({ name }) => name)).toEqual(['one', 'two', 'mine'])
    expect(server.all().map(({ name }) => name)).toEqual(['one', 'two', 'theirs'])
  })
})
