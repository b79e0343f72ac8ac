import { expect, it } from 'vitest'
import { describeConsole } from './testing/describe-console.ts'

describeConsole('the reference', (open) => {
  it('is dark where the console is, by the system or by choice', async () => {
    const { page } = await open({}, { scheme: 'dark' })
    await page.getByRole('link', { name: 'Reference of the API' }).click()
    await page.locator('.reference .swagger-ui').first().waitFor()
    const viewer = 'document.querySelector(".reference").shadowRoot.querySelector(".swagger-ui")'
    const background = () => page.evaluate(`getComputedStyle(${viewer}).backgroundColor`)
    await expect.poll(background).toBe('rgb(28, 32, 34)')
    await page.getByRole('button', { name: /Colours/ }).click()
    await expect.poll(background).toBe('rgba(0, 0, 0, 0)')
  })
})
