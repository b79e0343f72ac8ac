// The files that peers read: the API described with the answers of the mock, an environment, a program.
import { randomUUID } from 'node:crypto'

/**
 * The description with what the mock really answers as its examples: those that it comes with are cut short,
 * and a short list would be no list of 20.
 */
export function withAnswers(description, requests, answers) {
  const document = structuredClone(description)
  const paths = Object.entries(document.paths)
  for (const [operation, { method, path, status }] of Object.entries(requests)) {
    const [pathname] = path.split('?')
    const [, item] = paths.find(([template]) => matches(template, pathname))
    const media = item[method.toLowerCase()].responses[status].content['application/json']
    delete media.examples
    media.example = JSON.parse(answers[operation].toString())
  }
  return document
}

const matches = (template, path) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** What runs Scalar's mock server, which comes without a program. */
export const scalarServer = `
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'

const [file, hostname, port] = process.argv.slice(2)
const { fetch } = await createMockServer({ specification: JSON.parse(readFileSync(file, 'utf8')) })
serve({ fetch, hostname, port: Number(port) })
`

/**
 * A Mockoon environment: a data bucket with CRUD routes for each table, and one route that always answers the same.
 * What is left out is filled in by `--repair`.
 */
export function environment(tables, { method, path, status }, answer) {
  const data = Object.entries(tables).map(([name, rows]) => ({
    uuid: randomUUID(),
    id: name,
    name,
    value: JSON.stringify(rows),
  }))
  const routes = [
    ...data.map(({ id }) => route('crud', '', id, { bodyType: 'DATABUCKET', databucketID: id })),
    route('http', method.toLowerCase(), path.slice(1), {
      body: answer.toString(),
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
