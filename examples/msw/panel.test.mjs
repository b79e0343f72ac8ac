// MSW with Nestbox: a test responds to single requests with handlers of MSW, and Nestbox responds to all others.
// To run it: node --test examples/msw, with the package msw installed.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { HttpResponse, http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { startNestbox } from 'nestbox'

const panel = 'https://panel.example.com'

const nestbox = await startNestbox({ scenario: 'empty' })

/** Forwards a request to the mock server instead of the panel. */
function forward({ request }) {
  const { pathname, search } = new URL(request.url)
  return fetch(new Request(nestbox.url + pathname + search, request))
}

const server = setupServer(
  // MSW intercepts the forwarded requests as well.
  http.all(`${nestbox.url}/*`, () => passthrough()),
  http.all(`${panel}/api/*`, forward),
)

before(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
after(async () => {
  server.close()
  await nestbox.close()
})

const createUser = (username) =>
  fetch(`${panel}/api/application/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${nestbox.tokens.application}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      email: `${username}@example.com`,
      first_name: 'Jo',
      last_name: 'March',
    }),
  })

test('requests to the panel are forwarded to the mock server', async () => {
  assert.equal((await createUser('jo')).status, 201)
  assert.equal(nestbox.requests({ operation: 'createUser' }).length, 1)
})

test('a handler of a test takes precedence over the mock server', async () => {
  server.use(
    http.post(`${panel}/api/application/users`, () => HttpResponse.json({ errors: [] }, { status: 503 })),
  )
  assert.equal((await createUser('kim')).status, 503)
})
