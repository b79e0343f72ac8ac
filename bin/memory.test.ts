import { expect, it } from 'vitest'
import { start } from './testing/run.ts'

/** Megabytes of the heap: the rows of the test need some 25, and their JSON 150. */
const heap = 144

it('a server with little memory shows all of its rows, whose JSON is much longer than they are', async () => {
  const token = 'shows-rows-in-tests'
  await using nestbox = await start(['--scenario', 'empty', '--token', `rootClient=${token}`], {
    NODE_OPTIONS: `--max-old-space-size=${heap}`,
  })
  const ask = async (path: string, body?: object) => {
    const response = await fetch(nestbox.url + path, {
      method: body ? 'POST' : 'GET',
      // The server closes a connection that a busy machine leaves idle.
      headers: {
        ...{ authorization: `Bearer ${token}`, connection: 'close' },
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, text.slice(0, 500)).toBeLessThan(300)
    return text
  }
  const added = JSON.parse(await ask('/_nestbox/rows', { servers: 1 }))
  const { id, uuid } = added.rows.servers[0]
  // A character outside of Latin makes each character take two bytes, and JSON escapes the others by six characters.
  const name = `語${'\u0001'.repeat(76_000)}`
  for (let times = 0; times < 16; times += 1) {
    await ask('/_nestbox/rows', { backups: Array.from({ length: 10 }, () => ({ of: id, name })) })
  }
  for (let page = 1; page <= 16; page += 1) {
    const text = await ask(`/api/client/servers/${uuid}/backups?per_page=10&page=${page}`)
    expect(text.length).toBeGreaterThan(10 * 6 * 76_000)
  }
  expect((await ask('/_nestbox/state')).length).toBeGreaterThan(160 * 6 * 76_000)
})
