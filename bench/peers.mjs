// Other mock servers: which versions, how each is started, and how it is asked for the same things.
// Versions are the newest that run on Node 20. What they log of requests is turned off, or goes nowhere.
import { environment, scalarServer, withAnswers } from './peer-files.mjs'

/** @typedef {import('./subjects.mjs').Subject & { packages: string[] }} Peer */

const host = '127.0.0.1'

/** A command line of a peer's own program: it is started in a folder beside its packages. */
const command = (line) => `../node_modules/.bin/${line}`.split(' ')

/**
 * @param {import('./given.mjs').Given} given
 * @returns {Peer[]}
 */
export function peersFor({ description, requests, tables, answers }) {
  const rows = { backups: tables.backups.filter(isListed), users: tables.users }
  const database = JSON.stringify(rows)
  const api = JSON.stringify(withAnswers(description, requests, answers))
  const asCollections = (query) => ({
    list: { ...requests.list, path: `/backups?${query}` },
    create: { ...requests.create, path: '/users' },
  })
  const old = { packages: ['json-server@0.17.4'], requests: asCollections('_page=1&_limit=20') }

  return [
    {
      name: 'json-server 0.17.4, memory',
      ...old,
      start: (port) => ({
        args: command(`json-server db.js --quiet --host ${host} --port ${port}`),
        files: { 'db.js': `module.exports = () => (${database})` },
      }),
    },
    {
      name: 'json-server 0.17.4, file',
      ...old,
      start: (port) => ({
        args: command(`json-server db.json --quiet --host ${host} --port ${port}`),
        files: { 'db.json': database },
      }),
    },
    {
      name: 'json-server 1.0.0-beta.15, file',
      packages: ['json-server@1.0.0-beta.15'],
      requests: asCollections('_page=1&_per_page=20'),
      start: (port) => ({
        args: command(`json-server db.json --host ${host} --port ${port}`),
        files: { 'db.json': database },
      }),
    },
    {
      name: 'Prism 5.14.2',
      packages: ['@stoplight/prism-cli@5.14.2'],
      requests,
      start: (port) => ({
        args: command(`prism mock api.json -v silent -h ${host} -p ${port}`),
        files: { 'api.json': api },
      }),
    },
    {
      name: 'Mockoon 9.9.0',
      packages: ['@mockoon/cli@9.9.0'],
      requests: { ...asCollections('page=1&limit=20'), startup: requests.startup },
      start: (port) => ({
        args: command(`mockoon-cli start -d mock.json -r -X --disable-admin-api -l ${host} -p ${port}`),
        files: { 'mock.json': JSON.stringify(environment(rows, requests.startup, answers.startup)) },
      }),
    },
    {
      name: 'Scalar 0.3.25',
      packages: ['@scalar/mock-server@0.3.25', '@hono/node-server@1.19.6'],
      requests,
      start: (port) => ({
        args: ['server.mjs', 'api.json', host, `${port}`],
        files: { 'api.json': api, 'server.mjs': scalarServer },
      }),
    },
  ]
}

const isListed = (row, _, [first]) => row.server_id === first.server_id
