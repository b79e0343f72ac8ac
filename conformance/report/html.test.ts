import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { type OperationId, operations } from '../../src/contract/index.ts'
import type { Result, Status } from '../judge/outcome.ts'
import { reporters } from './index.ts'
import { about, answered, everything, neverBegun, peaceful, unreachable } from './testing/run.ts'

const ids = Object.keys(operations) as OperationId[]

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

function read(html: string) {
  const errors: string[] = []
  const document = parse(html, { onParseError: ({ code }) => errors.push(code) })
  return { errors, elements: elementsOf(document) }
}

const elementsOf = (node: Node): Element[] => [
  ...('tagName' in node ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : []),
]

const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.attrs.find((each) => each.name === name)?.value

const html = reporters.html(everything, about)
const { errors, elements } = read(html)
const byId = (id: string): Element | undefined => elements.find((each) => attribute(each, 'id') === id)

describe('the HTML report', () => {
  it.each([
    ['everything happened', everything],
    ['there are no problems', peaceful],
    ['nobody answers', unreachable],
    ['no check was run', neverBegun],
  ])('is valid HTML if %s', (_, run) => {
    expect(read(reporters.html(run, about)).errors).toEqual([])
  })

  it('loads nothing and runs nothing', () => {
    expect(errors).toEqual([])
    const names = new Set(elements.map(({ tagName }) => tagName))
    for (const name of ['script', 'img', 'iframe', 'object', 'b onclick']) expect(names).not.toContain(name)
    const outside = elements.flatMap(({ attrs }) =>
      attrs.filter(({ name, value }) => /^(src|href|action|on.*)$/.test(name) && !/^(#|data:,)/.test(value)),
    )
    expect(outside).toEqual([])
    expect(html).not.toMatch(/url\(|@import/)
    expect(
      attribute(
        elements.find((each) => attribute(each, 'http-equiv')),
        'content',
      ),
    ).toMatch(/^default-src 'none'/)
  })

  it('has every result once, and opens results that are not passes', () => {
    for (const { id, status } of everything.results) {
      const rows = elements.filter((each) => attribute(each, 'id') === id)
      expect(rows, id).toHaveLength(1)
      expect(attribute(rows[0], 'class')).toBe(`result ${status}`)
      const isOpen = attribute(rows[0], 'open') !== undefined
      expect(isOpen, id).toBe(status === 'fail' || status === 'error')
    }
  })

  it('omits the seen fields of a selection', () => {
    expect(html).toContain('<h2>Fields ')
    expect(reporters.html(everything, { ...about, isSelection: true })).not.toMatch(/<h2>Fields |Never:/)
  })

  it('has neither a card nor a filter if no check was run', () => {
    expect(reporters.html(neverBegun, about)).not.toMatch(/<section|<form/)
  })

  it('collapses passed checks, section by section', () => {
    const folds = elements.filter((each) => attribute(each, 'class') === 'passed')
    const passed = everything.results.filter(({ status }) => status === 'pass')
    expect(
      folds.flatMap(elementsOf).filter((each) => attribute(each, 'class') === 'result pass'),
    ).toHaveLength(passed.length)
    expect(folds.map((fold) => attribute(fold, 'open'))).toEqual(folds.map(() => undefined))
  })

  it('shows section 5 as a table of tokens and operations', () => {
    const [first] = everything.results
    if (!first) throw new Error('the fixture has no result')
    const result = (id: string, status: Status) => ({
      ...first,
      id: `5/${id}`,
      section: '5' as const,
      status,
    })
    const results = [
      result('update-node-takes-application', 'pass'),
      result('update-node-refuses-no-header', 'fail'),
      result('list-server-backups-refuses-no-header', 'skip'),
      result('something-else', 'pass'),
    ]
    const page = read(reporters.html({ ...everything, results }, about))
    const table = page.elements.find((each) => attribute(each, 'class') === 'narrow')
    const rows = table ? elementsOf(table).filter(({ tagName }) => tagName === 'tr') : []
    const cells = rows.map((row) => row.childNodes.map(textOf).join('|'))
    const row = (name: string, cell: (id: OperationId) => string): string =>
      [name, ...ids.map((id) => cell(id))].join('|')
    expect(cells).toEqual([
      row('Section 5', (id) => operations[id].section),
      row('takes application', (id) => (id === 'updateNode' ? '✓' : '')),
      row('refuses no header', (id) => (id === 'updateNode' ? '✗' : id === 'listServerBackups' ? '-' : '')),
    ])
  })

  it('does not count a clause as judged if its checks were all skipped', () => {
    const clauseIds = ['2.9#id', '2.9#ip']
    const [first] = everything.results
    if (!first) throw new Error('the run has no result')
    const results = (['skip', 'pass'] as const).map((status, at): Result => {
      const id = `2.9/${status}`
      return { ...first, id, section: '2.9', clauses: clauseIds.slice(at, at + 1), status }
    })
    const page = reporters.html({ ...everything, results }, about)
    expect(page).toContain('8 clauses, 1 judged')
  })

  it('has a filter for each status that occurs and is not collapsed', () => {
    const radios = elements.filter(({ tagName }) => tagName === 'input').map((each) => attribute(each, 'id'))
    expect(radios).toEqual(
      ['all', 'fail', 'error', 'warn', 'known', 'skip'].map((status) => `only-${status}`),
    )
  })

  it('links problems to their results', () => {
    const links = elements.filter(({ tagName }) => tagName === 'a').map((each) => attribute(each, 'href'))
    const index = ['#4.3/response', '#4.4/response', '#4.6/creates-email', '#4.6/broken']
    expect(links).toEqual([...index, '#4.3/response'])
    for (const link of links) expect(byId(link?.slice(1) ?? '')).toBeDefined()
  })

  it('shows a common cause once, with links to its results', () => {
    const row = byId('4.4/response')
    const words = row ? textOf(row) : ''
    expect(words).toContain('The same as in 4.3/response.')
    expect(words).toContain('--only 4.4/response')
    expect(words).not.toMatch(/Finding|Expected|Response/)
  })

  it('marks the place of the pointer in the response', () => {
    const [, failed] = everything.results
    if (!failed || !answered.reply) throw new Error('the fixture has no failure')
    const data = Array.from({ length: 100 }, (_, id) => ({ object: 'node', attributes: { id } }))
    const reply = { ...answered.reply, json: { object: 'list', data } }
    const results = [{ ...failed, exchange: { ...answered, reply }, pointer: '/data/70/attributes/id' }]
    const marks = read(reporters.html({ ...everything, results }, about)).elements.filter(
      ({ tagName }) => tagName === 'mark',
    )
    expect(marks.map(textOf)).toEqual(['        "id": 70'])
  })

  it.each([
    ['the request', 'POST /api/application/users?page=1'],
    ['the name of the token', 'Authorization: Bearer $NESTBOX_APPLICATION_TOKEN'],
    ['the reply', 'HTTP 201'],
    ['its body, formatted', '{\n  "object": "user",\n  "attributes": {'],
    ['an unusual character as text', '<b onclick=\\"x\\">&amp; ]]> --> </pre></script> 🪺'],
  ])('shows for a failure %s', (_, words) => {
    const row = byId('4.6/creates-email')
    expect(row && textOf(row)).toContain(words)
  })

  it('explains why there is no response', () => {
    const row = byId('4.3/response')
    expect(row && textOf(row)).toContain('Responsethe line broke after')
  })

  it('shows the clauses of a section with their results', () => {
    const list = elements.find(
      (each) => attribute(each, 'class') === 'clauses' && textOf(each).includes('4.6#'),
    )
    expect(list && textOf(list)).toContain(
      '4.6#creates-email The created user has the email that was sent. (inferred; 2 passed, 2 failed',
    )
    expect(list && textOf(list)).toContain('not in this run')
  })

  it('truncates a long body', () => {
    const text = 'x'.repeat(1_000_000)
    const [, failed] = everything.results
    if (!failed || !answered.reply) throw new Error('the fixture has no failure')
    const exchange = { ...answered, reply: { ...answered.reply, text, json: undefined } }
    const long = reporters.html({ ...everything, results: [{ ...failed, exchange }] }, about)
    expect(long.length).toBeLessThan(60_000)
    expect(long).toMatch(/… and [\d,]+ characters more/)
  })
})
