import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { makeWorld } from '../fixtures/index.ts'
import { curlFor } from './sample-curl.ts'

it("stays one command whatever is in the token, for a shell's words", () => {
  const world = makeWorld({ seed: 'nestbox', scenario: 'empty', scale: 1 })
  const command = curlFor(world, 'http://127.0.0.1:4141', `it's "a" $(token) \\ \`x\``)
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' }).split('\n')
  expect(words.slice(0, 3)).toEqual(['curl', '-H', `Authorization: Bearer it's "a" $(token) \\ \`x\``])
  expect(words[3]).toMatch(/^http:\/\/127\.0\.0\.1:4141\/api\/client\/servers\//)
})
