import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { curlFor } from './sample-curl.ts'

const odd = `it's "a" $(token) \\ \`x\``

/** The words that a shell makes of the command in a world of a scenario. */
function wordsOf(scenario: 'empty' | 'bare'): string[] {
  const world = makeWorld({ seed: 'nestbox', scenario, scale: 1 })
  const command = curlFor(world, 'http://127.0.0.1:4141', { application: odd, userClient: odd })
  return execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

it('is one command for the shell, whatever characters the token has', () => {
  const words = wordsOf('empty')
  expect(words.slice(0, 3)).toEqual(['curl', '-H', `Authorization: Bearer it's "a" $(token) \\ \`x\``])
  expect(words[3]).toMatch(/^http:\/\/127\.0\.0\.1:4141\/api\/client\/servers\//)
})

it('creates a user in a world without servers', () => {
  const words = wordsOf('bare')
  expect(words.slice(0, 3)).toEqual(['curl', '-H', `Authorization: Bearer ${odd}`])
  expect(JSON.parse(words[6] ?? '')).toMatchObject({ username: 'jo_march' })
  expect(words[7]).toBe('http://127.0.0.1:4141/api/application/users')
})
