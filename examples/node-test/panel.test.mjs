// A sandbox for each test of `node:test`. To run it: node --test examples/node-test
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startNestbox } from 'nestbox'

let nestbox
before(async () => {
  nestbox = await startNestbox({ scenario: 'empty' })
})
after(() => nestbox.close())

let count = 0

/** Defines a test that gets a sandbox of its own. */
const inSandbox = (name, work) =>
  test(name, async (context) => {
    count += 1
    const sandbox = nestbox.sandbox(`test-${count}`)
    context.after(() => nestbox.deleteSandbox(`test-${count}`))
    await work(sandbox)
  })

const backupsOf = async ({ url, tokens }, server) => {
  const headers = { authorization: `Bearer ${tokens.userClient}` }
  return (await fetch(`${url}/api/client/servers/${server.uuid}/backups`, { headers })).json()
}

inSandbox('lists the backups of a server', async (sandbox) => {
  const server = await sandbox.add.server({ owner: 'owner', backups: 3 })
  assert.equal((await backupsOf(sandbox, server)).meta.pagination.total, 3)
})

inSandbox('gets the status 401 for an expired token', async (sandbox) => {
  const server = await sandbox.add.server({ owner: 'owner' })
  sandbox.tokens.change({ userClient: { status: 'expired' } })
  assert.equal((await backupsOf(sandbox, server)).errors[0].status, '401')
})
