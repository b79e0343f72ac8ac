import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { reporters } from './index.ts'
import { about, everything, peaceful } from './testing/run.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** Elements in the order of their start; a file that is not well-formed throws. */
function elements(xml: string): Element[] {
  const parser = new SaxesParser()
  const all: Element[] = []
  const open: Element[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    all.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xml).close()
  return all
}

const report = elements(reporters.junit(everything, about))
const named = (name: string) => report.filter((element) => element.name === name)

describe('the JUnit report', () => {
  it('has the same counts at the top, in the suites and in the cases', () => {
    const counts = { tests: '11', failures: '4', errors: '1', skipped: '3' }
    expect(report[0]).toMatchObject({ name: 'testsuites', attributes: { ...counts, time: '1.234' } })
    for (const [key, count] of Object.entries(counts)) {
      const sum = named('testsuite').reduce((all, { attributes }) => all + Number(attributes[key]), 0)
      expect(sum, key).toBe(Number(count))
    }
    expect(named('testcase')).toHaveLength(11)
    expect(named('failure')).toHaveLength(4)
    expect(named('error')).toHaveLength(1)
    expect(named('skipped')).toHaveLength(3)
  })

  it('has a suite for each section', () => {
    expect(named('testsuite').map(({ attributes }) => attributes['name'])).toEqual([
      'Known deviations',
      '4.3 Update egg from import',
      '4.4 List server mounts',
      '4.6 Create user',
      '5 Authentication',
      'The target',
      'Left behind',
      'Not selected',
    ])
  })

  it('has id and curl command in names and bodies, special characters included', () => {
    expect(named('testcase').map(({ attributes }) => attributes['name'])).toContain(
      '4.6/creates-email the created user has the `email` that was sent',
    )
    const failure = named('failure').find(({ text }) => text.includes('--only 4.6/creates-email'))
    expect(failure?.text).toContain('curl -i -H "Authorization: Bearer $NESTBOX_APPLICATION_TOKEN"')
    expect(failure?.text).toContain('<b onclick="x">&amp; ]]> --> </pre></script> 🪺\nsecond line')
    expect(failure?.attributes['message']).toContain('🪺\\nsecond line')
  })

  it('is well-formed without problems', () => {
    expect(elements(reporters.junit(peaceful, about))[0]?.attributes).toMatchObject({
      tests: '2',
      failures: '0',
    })
  })
})
