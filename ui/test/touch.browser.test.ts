import { expect, it } from 'vitest'
import { consoleErrorsOf, sharedBrowser } from '../../client/test/chromium.ts'
import { overflow, seriousFindings, shoot } from '../../client/test/page-checks.ts'
import { galleryForFile } from './gallery-for-file.ts'

const address = galleryForFile()

/** Heights of what is pressed or typed into, except what is inside of another control or of a table. */
const heights = `[...document.querySelectorAll('.ui-button:not(.ui-button-small, .ui-button-inline), .ui-input:not(.ui-table *, .ui-pagination *, .ui-filters *)')]
  .map((each) => Math.round(each.getBoundingClientRect().height)).filter((height) => height > 0)`

it.each(['light', 'dark'])('on a telephone, controls fit its width and a thumb, %s', async (theme) => {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 390, height: 2400 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(120_000)
  const consoleErrors = consoleErrorsOf(context)
  const page = await context.newPage()
  await page.goto(address(`controls.html?touch&theme=${theme}`))
  await page.getByRole('heading', { name: 'Controls', level: 1 }).waitFor()
  const scale = () => page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--ui-height-md')`)
  await expect.poll(scale).toBe('48px')
  await shoot(page, `ui-touch-${theme}`)
  expect(await overflow(page)).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  expect(Math.min(...(await page.evaluate<number[]>(heights)))).toBeGreaterThanOrEqual(44)
  expect(consoleErrors).toEqual([])
})
