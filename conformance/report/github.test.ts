import { describe, expect, it } from 'vitest'
import type { Run } from '../run-result.ts'
import { reporters } from './index.ts'
import { about, everything, manyFailures, peaceful } from './testing/run.ts'

/** Commands as the runner reads them: `::name key=value::message`, percent signs undone. */
const read = (run: Run) =>
  reporters
    .github(run, about)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, properties = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? []
      const [title, ...more] = properties
        .split(',')
        .map((property) => undone(property.replace(/^title=/, '')))
      return { name, title, more, message: undone(message) }
    })

const undone = (text: string): string => text.replace(/%(25|0D|0A|3A|2C)/g, decodeURIComponent)

describe('the GitHub report', () => {
  it('has annotations for failures, stale deviations and warnings, and a summary', () => {
    expect(read(everything).map(({ name, title }) => `${name} ${title?.split(' ')[0]}`)).toEqual([
      'error Stale',
      'error 4.3/response',
      'error 4.6/creates-email',
      'error 4.6/broken',
      'warning 4.6/warned',
      'error nestbox:',
    ])
  })

  it('escapes commands and properties in text of the server', () => {
    for (const { name, more } of read(everything)) {
      expect(name).toMatch(/^(error|warning|notice)$/)
      expect(more).toEqual([])
    }
    expect(read(everything)[2]?.message).toContain('🪺\nsecond line: ::error::no %0A')
  })

  it.each([
    [8, 9],
    [9, 10],
    [10, 10],
    [200, 10],
  ])('of %i failures has %i annotations', (failures, annotations) => {
    const all = read({ ...manyFailures(failures), stale: [] })
    expect(all).toHaveLength(annotations)
    if (failures > 9) expect(all.at(-1)?.message).toContain('left out: 4.6/number-10')
  })

  it('has the remarks in the summary', () => {
    expect(read(everything).at(-1)?.message).toMatch(/^The target: [\s\S]+^Left behind: a user /m)
  })

  it('has one notice without problems', () => {
    expect(read(peaceful)).toMatchObject([{ name: 'notice', title: 'nestbox: conforms' }])
  })
})
