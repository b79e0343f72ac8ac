// The subjects of the benchmark: two Koa servers and Nestbox. Other mock servers are in peers.mjs.
import { fileURLToPath } from 'node:url'
import { fillList, program } from './workload.mjs'

/**
 * A server that the benchmark measures.
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} [home] the folder with its `node_modules`, if these are not those of this repository
 * @property {Partial<Record<import('./workload.mjs').Operation, import('./workload.mjs').Request>>} requests
 *   its request for each operation; operations that it does not support are left out
 * @property {(port: number) => {args: string[], files?: Record<string, string | Buffer>}} start
 *   the arguments of Node, and the files that the new working folder needs, by name
 * @property {(url: string) => Promise<void>} [prepare] runs after the first response was measured
 */

/**
 * @param {import('./workload.mjs').Workload} workload
 * @returns {Subject}
 */
export const bareKoa = (workload) => koaServer('bare Koa', 'bare-koa.mjs', workload)

/**
 * @param {import('./workload.mjs').Workload} workload
 * @returns {Subject}
 */
export const handwrittenKoa = (workload) =>
  koaServer('Koa, router, koa-body', 'handwritten-koa.mjs', workload)

const koaServer = (name, script, { requests, responses }) => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const start = (port) => ({ args: [path, `${port}`, 'list', 'create', 'startup'], files: responses })
  return { name, requests, start }
}

/**
 * @param {import('./workload.mjs').Workload} workload
 * @param {string[]} flags
 * @returns {Subject}
 */
const nestbox = ({ requests }, ...flags) => ({
  name: ['nestbox', ...flags.filter((flag) => flag !== file)].join(' '),
  requests,
  start: (port) => ({ args: [program, '--port', `${port}`, '--quiet', ...flags] }),
  prepare: fillList,
})

const file = 'world.json'
const large = ['--scale', '10000']
const data = ['--data', file]

/** @param {import('./workload.mjs').Workload} workload */
export const nestboxes = (workload) => ({
  small: nestbox(workload),
  smallFile: nestbox(workload, ...data),
  large: nestbox(workload, ...large),
  largeFile: nestbox(workload, ...large, ...data),
})
