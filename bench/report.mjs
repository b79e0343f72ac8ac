import { aims } from './aims.mjs'
import { beside, figures, percentile99 } from './figures.mjs'
import { cell, table } from './table.mjs'

/**
 * What was seen as tables, to be read in a terminal or pasted into a page.
 * @param {{seen: import('./figures.mjs').Figures, bare: object, usual: object, mocks: object, peers: object[], installs: object[]}} outcome
 */
export function report({ seen, bare, usual, mocks, peers, installs }) {
  const all = [bare, usual, ...Object.values(mocks), ...peers]
  const taken = Object.entries(figures).filter(([, { of }]) => seen.median(bare, of) !== undefined)
  const hasWaits = seen.waits(bare, 'file').length > 0
  const reached = aims(seen, bare, mocks, peers)
  return [
    taken.length > 0 && ratios(seen, bare, all, taken),
    hasWaits && besideReads(seen, [bare, mocks.large, mocks.largeFile]),
    installs.length > 0 && brought(installs),
    reached.length > 0 && outcomes(reached),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The yardstick in units, all others as so many times that. */
const ratios = (seen, bare, all, taken) =>
  table(
    ['to bare Koa', ...taken.map(([title]) => title)],
    all.map((subject) => [
      subject.name,
      ...taken.map(([, { of, unit }]) =>
        subject === bare ? cell(seen.median(bare, of), 0, unit) : cell(seen.ratio(subject, bare, of), 2),
      ),
    ]),
  )

const besideReads = (seen, subjects) =>
  table(
    ['creating while one reads', 'creates', 'their p99', 'p99 of reads', 'longest read'],
    subjects.map((subject) => {
      const waits = seen.waits(subject, 'file')
      return [
        subject.name,
        cell(seen.median(subject, beside.rate), 0, '/s'),
        cell(seen.median(subject, beside.p99), 1, ' ms'),
        cell(percentile99(waits), 1, ' ms'),
        cell(Math.max(...waits), 1, ' ms'),
      ]
    }),
  )

const brought = (installs) =>
  table(
    ['installed', 'packages', 'size'],
    installs.map(({ name, packages, bytes }) => [name, packages.length, cell(bytes / 1e6, 1, ' MB')]),
  )

const outcomes = (list) =>
  table(
    ['aim', 'asked', 'reached', 'kept'],
    list.map(({ aim, least, most, unit = '', reached }) => [
      aim,
      least === undefined ? `<= ${most}${unit}` : `>= ${least}${unit}`,
      cell(reached, 2, unit),
      (least === undefined ? reached <= most : reached >= least) ? 'yes' : 'no',
    ]),
  )
