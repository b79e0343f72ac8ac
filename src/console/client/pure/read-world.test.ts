import { expect, it } from 'vitest'
import { readWorld } from './read-world.ts'

it('reads what says that it is a world', () => {
  expect(readWorld('a.json', '{"format":"nestbox-world","version":1}')).toEqual({
    format: 'nestbox-world',
    version: 1,
  })
})

it.each(['', 'null', '[]', '{"name":"an egg"}', '{"format":"other"}', 'plain text'])('refuses %j', (text) => {
  expect(() => readWorld('a.json', text)).toThrow('a.json is not a Nestbox world file')
})
