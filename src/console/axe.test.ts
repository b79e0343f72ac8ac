import axe from 'axe-core'
import { expect, it } from 'vitest'
import { answer, describeConsole, sees, send } from './testing/describe-console.ts'

const places = [
  ['try/updateNode', '.field'],
  ['requests', '.requests tbody tr'],
  ['requests/1', '.detail'],
  ['data', '.data tbody tr'],
  ['data/servers/1', '.detail'],
  ['data/servers/new', '.detail .field'],
  ['tokens', '.matrix tbody tr'],
  ['gaps', '.gaps tbody tr'],
  ['gaps/status.created', '.choice'],
  ['faults', '.profile'],
  ['worlds', '.card'],
  ['reference', '#servers[aria-label]'],
] as const

describeConsole('accessibility', (open) => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('breaks no rule of axe in any view: %s, at %i', async (scheme, width) => {
    const { page } = await open({ gaps: { 'operations.beyond': 'companions' } }, { scheme, width })
    await sees(page, 'live')
    await send(page)
    await answer(page).getByText('200').first().waitFor()
    await page.evaluate(axe.source)
    for (const [place, shown] of places) {
      await page.evaluate(`location.hash = '#/${place}'`)
      await page.locator(shown).first().waitFor()
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ target }) => target.join(" "))]))',
      )
      expect(found, place).toEqual([])
    }
  })
})
