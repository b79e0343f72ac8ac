// Tests that the README shows the tokens and the response of a real run.
import { readFileSync } from 'node:fs'
import { startNestbox } from 'nestbox'
import { afterAll, beforeAll, expect, it } from 'vitest'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** The nth code block in a language. */
const block = (language: string, nth = 0): string =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))][nth]?.[1] ?? ''

let nestbox: Awaited<ReturnType<typeof startNestbox>>

beforeAll(async () => {
  nestbox = await startNestbox({ baseUrl: 'http://127.0.0.1:4141', today: '2026-06-01' })
})

afterAll(() => nestbox?.close())

it('the README shows the checksum and the tokens of the default world', () => {
  const shown = block('text', 1)
  expect(shown).toContain(nestbox.checksum)
  for (const { token, who } of nestbox.tokens.list().slice(0, 3))
    expect(shown).toContain(`${token} -> ${who}`)
})

it('the curl command in the README gets the response that the README shows', async () => {
  const curl = [...readme.matchAll(/^curl -H '([^:]+): ([^']+)' 'http:\/\/127\.0\.0\.1:4141([^']+)'$/gm)][0]
  const [, header = '', value = '', path = ''] = curl ?? []
  const response = await fetch(nestbox.url + path, { headers: { [header]: value } })
  expect(await response.json()).toEqual(JSON.parse(block('json')))
})
