import { launch } from './launch.mjs'

/**
 * What is measured of some subjects while they run, one after the other.
 * @typedef {object} Case
 * @property {string} name
 * @property {import('./subjects.mjs').Subject[]} subjects
 * @property {(url: string, subject: import('./subjects.mjs').Subject) => Promise<import('./figures.mjs').Seen>} measure
 */

/**
 * Plays a round: all subjects are started, then each case is put to one after the other, so that what makes
 * the machine slower for a while makes it so for all of them.
 * @param {import('./subjects.mjs').Subject[]} subjects
 * @param {Case[]} cases
 * @param {boolean} isBackwards every other round, so that a machine that is getting slower or faster favours nobody
 * @param {(name: string, subject: import('./subjects.mjs').Subject, look: () => Promise<import('./figures.mjs').Seen>) => Promise<void>} take
 *   keeps what a look at a subject shows
 */
export async function play(subjects, cases, isBackwards, take) {
  const servers = new Map()
  for (const subject of subjects) {
    await take('start', subject, async () => {
      const server = await launch(subject)
      servers.set(subject, server)
      return server.atRest
    })
  }
  for (const { name, subjects, measure } of cases) {
    const there = subjects.filter((each) => servers.has(each))
    for (const subject of isBackwards ? there.toReversed() : there) {
      await take(name, subject, () => measure(servers.get(subject).url, subject))
    }
  }
  for (const server of servers.values()) await server.stop()
}
