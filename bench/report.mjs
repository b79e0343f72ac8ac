import { goals } from './goals.mjs'
import { createsBesideReads, metrics, p99BesideReads, percentile99 } from './measurements.mjs'
import { cell, table } from './table.mjs'

/**
 * The measurements as Markdown tables; tables without figures are left out.
 * @param {{measurements: import('./measurements.mjs').Measurements, bare: object, handwritten: object, mocks: object, peers: object[], sizes: object[]}} results
 */
export function report({ measurements, bare, handwritten, mocks, peers, sizes }) {
  const subjects = [bare, handwritten, ...Object.values(mocks), ...peers]
  const measured = Object.entries(metrics).filter(([, { of }]) => measurements.median(bare, of) !== undefined)
  const hasReadTimes = measurements.readTimes(bare, 'file').length > 0
  const measuredGoals = goals(measurements, bare, mocks, peers, sizes)
  return [
    measured.length > 0 && ratioTable(measurements, bare, subjects, measured),
    hasReadTimes && fileTable(measurements, [bare, mocks.large, mocks.largeFile]),
    sizes.length > 0 && sizeTable(sizes),
    measuredGoals.length > 0 && goalTable(measuredGoals),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Absolute figures for the bare Koa server, and for each other subject the ratio to it. */
const ratioTable = (measurements, bare, subjects, measured) =>
  table(
    ['relative to bare Koa', ...measured.map(([title]) => title)],
    subjects.map((subject) => [
      subject.name,
      ...measured.map(([, { of, unit }]) =>
        subject === bare
          ? cell(measurements.median(bare, of), 0, unit)
          : cell(measurements.ratio(subject, bare, of), 2),
      ),
    ]),
  )

const fileTable = (measurements, subjects) =>
  table(
    ['32 writers and one reader', 'creates', 'their p99', 'p99 of reads', 'longest read'],
    subjects.map((subject) => {
      const readTimes = measurements.readTimes(subject, 'file')
      return [
        subject.name,
        cell(measurements.median(subject, createsBesideReads), 0, '/s'),
        cell(measurements.median(subject, p99BesideReads), 1, ' ms'),
        cell(percentile99(readTimes), 1, ' ms'),
        cell(Math.max(...readTimes), 1, ' ms'),
      ]
    }),
  )

const sizeTable = (sizes) =>
  table(
    ['package', 'packages', 'size'],
    sizes.map(({ name, packages, bytes }) => [name, packages.length, cell(bytes / 1e6, 1, ' MB')]),
  )

const goalTable = (list) =>
  table(
    ['goal', 'limit', 'measured', 'met'],
    list.map(({ goal, least, most, unit = '', measured }) => [
      goal,
      least === undefined ? `<= ${most}${unit}` : `>= ${least}${unit}`,
      cell(measured, 2, unit),
      (least === undefined ? measured <= most : measured >= least) ? 'yes' : 'no',
    ]),
  )
