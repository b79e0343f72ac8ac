// Other mock servers: their versions, commands and requests. The versions are the newest that run on Node 20. Request
// logs are off or discarded.
import { environment, scalarServer, withResponseExamples } from './peer-files.mjs'

/** @typedef {import('./subjects.mjs').Subject & { packages: string[] }} Peer */

const host = '127.0.0.1'

/** The arguments of Node for a program of a peer, which runs in a folder next to its `node_modules`. */
const command = (line) => `../node_modules/.bin/${line}`.split(' ')

/**
 * @param {import('./workload.mjs').Workload} workload
 * @returns {Peer[]}
 */
export function peersFor({ description, requests, tables, responses }) {
  const rows = { backups: tables.backups.filter(isListed), users: tables.users }
  const database = JSON.stringify(rows)
  const api = JSON.stringify(withResponseExamples(description, requests, responses))
  const collectionRequests = (query) => ({
    list: { ...requests.list, path: `/backups?${query}` },
    create: { ...requests.create, path: '/users' },
  })
  const jsonServer017 = {
    packages: ['json-server@0.17.4'],
    requests: collectionRequests('_page=1&_limit=20'),
  }

  return [
    {
      name: 'json-server 0.17.4, memory',
      ...jsonServer017,
      start: (port) => ({
        args: command(`json-server db.js --quiet --host ${host} --port ${port}`),
        files: { 'db.js': `module.exports = () => (${database})` },
      }),
    },
    {
      name: 'json-server 0.17.4, file',
      ...jsonServer017,
      start: (port) => ({
        args: command(`json-server db.json --quiet --host ${host} --port ${port}`),
        files: { 'db.json': database },
      }),
    },
    {
      name: 'json-server 1.0.0-beta.15, file',
      packages: ['json-server@1.0.0-beta.15'],
      requests: collectionRequests('_page=1&_per_page=20'),
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
      requests: { ...collectionRequests('page=1&limit=20'), startup: requests.startup },
      start: (port) => ({
        args: command(`mockoon-cli start -d mock.json -r -X --disable-admin-api -l ${host} -p ${port}`),
        files: { 'mock.json': JSON.stringify(environment(rows, requests.startup, responses.startup)) },
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
