import { describe, expect, it } from 'vitest'
import { withMark } from './kit-egg.ts'

describe('a share file with a mark', () => {
  const mark = 'a "quoted" \\ mark'

  it('has it as a string, also within JSON in a string', () => {
    const inner = JSON.stringify({ done: ['{{mark}}', JSON.stringify(['{{mark}}'])] }, undefined, 2)
    const file = JSON.stringify(
      { name: 'x {{mark}}', '{{mark}}': 1, config: { startup: inner } },
      undefined,
      4,
    )
    const marked = JSON.parse(withMark(file, mark))
    expect(marked).toMatchObject({ name: `x ${mark}`, [mark]: 1 })
    const { done } = JSON.parse(marked.config.startup)
    expect([done[0], JSON.parse(done[1])]).toEqual([mark, [mark]])
  })

  it('is unchanged except for the mark', () => {
    expect(withMark('{ "id": 12345678901234567890,\n"a": "\\u00e9 {{mark}}" }', 'm')).toBe(
      '{ "id": 12345678901234567890,\n"a": "é m" }',
    )
    expect(withMark('# recipe\ntitle = {{mark}}\n', mark)).toBe(`# recipe\ntitle = ${mark}\n`)
  })
})
