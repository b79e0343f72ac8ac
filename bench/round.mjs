import { launch } from './launch.mjs'

/**
 * A measurement that is repeated for each of some running subjects.
 * @typedef {object} Case
 * @property {string} name
 * @property {import('./subjects.mjs').Subject[]} subjects
 * @property {(url: string, subject: import('./subjects.mjs').Subject) => Promise<import('./measurements.mjs').Measurement>} measure
 */

/**
 * Runs a round: starts all subjects, and then measures each case on one subject after the other, so that a slow phase
 * of the machine affects all subjects.
 * @param {import('./subjects.mjs').Subject[]} subjects
 * @param {Case[]} cases
 * @param {boolean} isBackwards reverses the order of the subjects; set in every other round, so that a machine that
 *   becomes slower or faster favours no subject
 * @param {(name: string, subject: import('./subjects.mjs').Subject, measure: () => Promise<import('./measurements.mjs').Measurement>) => Promise<void>} record
 *   calls `measure` and stores the measurement of the case `name`
 */
export async function runRound(subjects, cases, isBackwards, record) {
  const servers = new Map()
  for (const subject of subjects) {
    await record('start', subject, async () => {
      const server = await launch(subject)
      servers.set(subject, server)
      return server.measurement
    })
  }
  for (const { name, subjects, measure } of cases) {
    const started = subjects.filter((subject) => servers.has(subject))
    for (const subject of isBackwards ? started.toReversed() : started) {
      await record(name, subject, () => measure(servers.get(subject).url, subject))
    }
  }
  for (const server of servers.values()) await server.stop()
}
