import { expect, it } from 'vitest'
import { describeConsole, responseOf, sees, view } from './testing/describe-console.ts'

describeConsole('keys', (open) => {
  it('can be used with the keyboard only', async () => {
    const { page } = await open()
    await sees(page, 'live')
    const names = await page.locator('.nav-name').allTextContents()
    for (const [index, name] of [...names.entries()].toReversed()) {
      await page.keyboard.press(String(index + 1))
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
    await responseOf(page).getByText('200').first().waitFor()
  })

  it.each(['the search', 'nothing'])(
    'sends the form with a keyboard shortcut from anywhere in the view: %s',
    async (place) => {
      const { page } = await open({}, { path: '/#/try/listServerMounts' })
      await page.getByRole('form', { name: 'List server mounts' }).waitFor()
      await page.keyboard.press('/')
      if (place === 'nothing') await page.keyboard.press('Escape')
      await page.keyboard.press('Control+Enter')
      await responseOf(page).getByText('200').first().waitFor()
    },
  )

  it('shows the focused element', async () => {
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
