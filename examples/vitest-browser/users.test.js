import { beforeEach, expect, inject, test } from 'vitest'

const { url, tokens } = inject('nestbox')
let base
let count = 0

// Each test gets a sandbox, which its first request makes.
beforeEach(() => {
  count += 1
  base = `${url}/~users-${count}`
})

const ask = (path, json) =>
  fetch(base + path, {
    headers: { authorization: `Bearer ${tokens.application}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  })

const countUsers = async () => (await (await ask('/api/application/users')).json()).meta.pagination.total

test('a new user is in the list', async () => {
  const before = await countUsers()
  const wren = { email: 'wren@example.com', username: 'wren', first_name: 'Wren', last_name: 'Fen' }
  expect((await ask('/api/application/users', wren)).status).toBe(201)
  expect(await countUsers()).toBe(before + 1)
  expect(navigator.userAgent).toContain('Chrome')
})

test('another test has a world of its own', async () => {
  expect(await countUsers()).toBe(16)
})

test('a request can ask for an error', async () => {
  expect((await ask('/api/application/users?__code=503')).status).toBe(503)
})
