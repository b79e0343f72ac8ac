// Two servers on Koa and Nestbox as subjects of the benchmark; the peers are in peers.mjs.
import { fileURLToPath } from 'node:url'
import { fillList, program } from './given.mjs'

/**
 * @typedef {object} Subject
 * @property {string} name
 * @property {string} [home] where its packages are, if they are not this project's
 * @property {Partial<Record<import('./given.mjs').Operation, import('./given.mjs').Request>>} requests
 *   how it is asked for each operation; none for what it cannot do
 * @property {(port: number) => {args: string[], files?: Record<string, string | Buffer>}} start
 *   what Node runs, in a new folder that has these files
 * @property {(url: string) => Promise<void>} [prepare] what is done to it once its first answer has been timed
 */

/**
 * @param {import('./given.mjs').Given} given
 * @returns {Subject}
 */
export const bareKoa = (given) => answering('bare Koa', 'bare-koa.mjs', given)

/**
 * @param {import('./given.mjs').Given} given
 * @returns {Subject}
 */
export const usualKoa = (given) => answering('Koa, router, koa-body', 'usual-koa.mjs', given)

const answering = (name, script, { requests, answers }) => {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const start = (port) => ({ args: [path, `${port}`, 'list', 'create', 'startup'], files: answers })
  return { name, requests, start }
}

/**
 * @param {import('./given.mjs').Given} given
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

/** @param {import('./given.mjs').Given} given */
export const nestboxes = (given) => ({
  small: nestbox(given),
  smallFile: nestbox(given, ...data),
  large: nestbox(given, ...large),
  largeFile: nestbox(given, ...large, ...data),
})
