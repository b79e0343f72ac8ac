import { marked, type Token } from 'marked'
import { describe, expect, it } from 'vitest'
import { reporters } from './index.ts'
import { about, everything, manyFailures, neverBegun, peaceful } from './testing/run.ts'

/** Every token of a document, at any depth. */
const tokensOf = (markdown: string): Token[] => {
  const all: Token[] = []
  marked.walkTokens(marked.lexer(markdown), (token) => {
    all.push(token)
  })
  return all
}

const report = reporters.markdown(everything, about)
const tokens = tokensOf(report)

describe('the Markdown report', () => {
  it('escapes markup of the server', () => {
    const tags = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw.trim())
    expect([...new Set(tags)].every((tag) => /^<\/?(details|summary|br)/.test(tag))).toBe(true)
    expect(marked.parse(report, { async: false })).not.toMatch(/<b |<\/script>|<em>/)
  })

  it('has the headings of the report and no others', () => {
    const headings = tokens.flatMap((token) =>
      token.type === 'heading' ? [[token['depth'], token['text']]] : [],
    )
    expect(headings.filter(([depth]) => depth < 3).map(([, text]) => text)).toEqual([
      'Error of the kit',
      'Known deviations to delete, as they excuse no failure any more',
      'The target',
      'Failed',
      'Sections',
      'Warnings',
      'Known deviations',
      'Not judged, and why',
      'Not selected',
      'Responses with a server error (observed, never judged)',
      'Left behind',
    ])
    expect(headings.filter(([depth]) => depth === 3)).toHaveLength(3)
  })

  it('has the commands of each failure in a fence', () => {
    const fences = tokens.flatMap((token) => (token.type === 'code' ? [token['text']] : []))
    expect(fences.filter((fence) => /^nestbox check .* --only /.test(fence))).toHaveLength(3)
  })

  it('has a table of sections', () => {
    const [table] = tokens.filter(({ type }) => type === 'table')
    const cells = table && 'rows' in table ? table['rows'] : []
    const rows = cells.map((row: readonly { text: string }[]) => row.map(({ text }) => text).join(' '))
    expect(rows).toContain('4.6 Create user 1 1 1 1 1 2')
    expect(rows).toHaveLength(4)
  })

  it.each(['a`x|y` z', 'a`x\\|y</td>` z', 'a`x\\\\|y` z', 'a`x\\\\\\|y', 'x\\|y z'])(
    'has the whole text of a cell with pipes: %s',
    (detail) => {
      const gaps = [{ id: 'node.mounts', section: '4.1' as const, title: 'What?', observed: 'other', detail }]
      const page = marked.parse(reporters.markdown({ ...peaceful, gaps }, { ...about, showGaps: true }), {
        async: false,
      })
      const cells = [...page.matchAll(/<td>(.*)<\/td>/g)].map(([, cell = '']) =>
        cell
          .replaceAll(/<[^>]+>/g, '')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>'),
      )
      expect(cells).toContain(`What? ${detail.replaceAll('`', '')}`)
    },
  )

  it('fits into a job summary with any number of failures', () => {
    const long = reporters.markdown(manyFailures(400), about)
    expect(Buffer.byteLength(long)).toBeLessThan(1024 * 1024)
    expect(long).toContain('And 350 more: `4.6/number-51`')
  })

  it('omits the seen fields of a selection', () => {
    expect(report).toContain('Fields seen: 10 of 12')
    expect(reporters.markdown(everything, { ...about, isSelection: true })).not.toMatch(/Fields seen|Never:/)
  })

  it('has only the verdict if no check was run', () => {
    expect(reporters.markdown(neverBegun, about)).toBe(
      '# Unreachable\n\n' +
        'No response came, so nothing was checked. `http://127.0.0.1:4141/~check`: nestbox 1.2.3.\n',
    )
  })

  it('is short without problems', () => {
    expect(reporters.markdown(peaceful, about).split('\n')).toHaveLength(21)
  })
})
