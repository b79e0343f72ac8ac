import { expect, it } from 'vitest'
import { answer, describeConsole, sees, view } from './testing/describe-console.ts'

describeConsole('keys', (open) => {
  it('is moved by keys alone', async () => {
    const { page } = await open()
    await sees(page, 'live')
    for (const [key, name] of [
      ['2', 'Requests'],
      ['3', 'Data'],
      ['4', 'Tokens'],
      ['5', 'Gaps'],
      ['6', 'Faults'],
      ['7', 'World'],
      ['1', 'Operations'],
    ] as const) {
      await page.keyboard.press(key)
      await view(page, name)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('j')
    await page.getByRole('form', { name: 'Sync node game tags' }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('form', { name: 'Update node' }).waitFor()
    await page.keyboard.press('5')
    await page.keyboard.press('/')
    await page.keyboard.type('1?')
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('1?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await view(page, 'Operations')
    await page.getByLabel('Token', { exact: true }).focus()
    await page.keyboard.press('Control+Enter')
    await answer(page).getByText('200').first().waitFor()
  })

  it.each(['the search', 'nothing'])(
    'sends the form by a key from anywhere in the view: %s',
    async (place) => {
      const { page } = await open({}, { path: '/#/try/listServerMounts' })
      await page.getByRole('form', { name: 'List server mounts' }).waitFor()
      await page.keyboard.press('/')
      if (place === 'nothing') await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await answer(page).getByText('200').first().waitFor()
    },
  )

  it('shows where the focus is', async () => {
    const { page } = await open()
    await sees(page, 'live')
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(
        'document.activeElement === document.body ? "none of the page" : getComputedStyle(document.activeElement).outlineStyle',
      )
      expect(outline).toBe('solid')
    }
  })
})
