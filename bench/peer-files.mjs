// The files of the peers: an OpenAPI document, a Mockoon environment, and a script that starts Scalar's mock server.
import { randomUUID } from 'node:crypto'

/**
 * The OpenAPI document with complete responses of the mock server as examples, since its own examples have shorter
 * lists.
 */
export function withResponseExamples(description, requests, responses) {
  const document = structuredClone(description)
  const paths = Object.entries(document.paths)
  for (const [operation, { method, path, status }] of Object.entries(requests)) {
    const [pathname] = path.split('?')
    const [, item] = paths.find(([template]) => matches(template, pathname))
    const media = item[method.toLowerCase()].responses[status].content['application/json']
    delete media.examples
    media.example = JSON.parse(responses[operation].toString())
  }
  return document
}

const matches = (template, path) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** A script that starts Scalar's mock server, which is only a library. */
export const scalarServer = `
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const [file, hostname, port] = process.argv.slice(2)
const { fetch } = await createMockServer({ specification: JSON.parse(readFileSync(file, 'utf8')) })
serve({ fetch, hostname, port: Number(port) })
`

/**
 * A Mockoon environment: a data bucket with CRUD routes for each table, and one route with a fixed response. Mockoon's
 * option `--repair` adds the missing properties.
 */
export function environment(tables, { method, path, status }, response) {
  const data = Object.entries(tables).map(([name, rows]) => ({
    uuid: randomUUID(),
    id: name,
    name,
    value: JSON.stringify(rows),
  }))
  const routes = [
    ...data.map(({ id }) => route('crud', '', id, { bodyType: 'DATABUCKET', databucketID: id })),
    route('http', method.toLowerCase(), path.slice(1), {
      body: response.toString(),
      statusCode: status,
      disableTemplating: true,
    }),
  ]
  return {
    lastMigration: 33,
    data,
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    headers: [{ key: 'Content-Type', value: 'application/json' }],
  }
}

const route = (type, method, endpoint, response) => ({
  uuid: randomUUID(),
  type,
  method,
  endpoint,
  responses: [{ uuid: randomUUID(), default: true, ...response }],
})
