import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { startService } from '../testing/service.ts'

/** The text of an SVG. @throws Error if it is not well-formed */
function textOf(svg: string): string {
  let text = ''
  const parser = new SaxesParser()
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(svg).close()
  return text
}

it.each([
  ['Jo', 'March', 'JM'],
  ['Émile', '李', 'É李'],
  ['<b>', '&amp;', ''],
  ["'x", '𝒳', '𝒳'],
  ['\ud800', '7', '7'],
])('the avatar of a user is a data URL with initials: %j %j', async (first_name, last_name, initials) => {
  const service = await startService({ scenario: 'empty', gaps: { 'operations.beyond': 'companions' } })
  const json = { email: 'a@example.com', username: 'abc', first_name, last_name }
  const created = await service.ask('POST', '/api/application/users', { token: service.application, json })
  expect(created.status, created.text).toBe(201)
  const path = `/api/application/users/${created.json.attributes.id}`
  const { image } = (await service.ask('GET', path, { token: service.application })).json.attributes
  const prefix = 'data:image/svg+xml,'
  expect(image.startsWith(prefix)).toBe(true)
  expect(textOf(decodeURIComponent(image.slice(prefix.length)))).toBe(initials)
})
