// A sandbox for each worker of Jest, reset before each test. Jest cannot load ES modules without the flag
// --experimental-vm-modules, so global-setup.mjs starts the mock server, and tests control it by HTTP.
const url = `${process.env.NESTBOX_URL}/~jest-${process.env.JEST_WORKER_ID}`

const control = (method, path, body) =>
  fetch(`${url}/_nestbox/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  }).then((response) => response.json())

beforeEach(() => control('POST', 'reset'))

test('lists the backups of a server', async () => {
  const { rows } = await control('POST', 'rows', { servers: { owner: 'owner', backups: 3 } })
  const headers = { authorization: `Bearer ${process.env.NESTBOX_USER_TOKEN}` }
  const path = `/api/client/servers/${rows.servers[0].uuid}/backups`
  const backups = await (await fetch(url + path, { headers })).json()
  expect(backups.meta.pagination.total).toBe(3)
})

test('each test starts with an empty world', async () => {
  const { tables } = await control('GET', 'state')
  expect(tables.backups).toHaveLength(0)
})
