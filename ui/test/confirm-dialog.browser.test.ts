import { expect, test } from 'vitest'
import { consoleErrorsOf, sharedBrowser } from '../../client/test/chromium.ts'
import { settle } from '../../client/test/page-checks.ts'
import { galleryForFile } from './gallery-for-file.ts'

const address = galleryForFile()

test('a confirmation that was closed and opened again stays open when the earlier call is answered', async () => {
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce' })
  const consoleErrors = consoleErrorsOf(context)
  const page = await context.newPage()
  await page.goto(address('controls.html'))
  const open = page.getByRole('button', { name: 'Confirm slowly' })
  const dialog = page.getByRole('dialog', { name: 'Stop the import?' })
  const confirm = dialog.getByRole('button', { name: 'Stop import' })
  const send = async () => {
    await confirm.click()
    await expect.poll(() => confirm.getAttribute('aria-busy')).toBe('true')
  }
  const answer = () => page.evaluate("dispatchEvent(new Event('gallery-answer'))")

  await open.click()
  await send()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open.click()
  await dialog.waitFor()
  await answer()
  await page.getByText('Import stopped').waitFor()
  await settle(page)
  expect(await dialog.count()).toBe(1)

  await send()
  await answer()
  await dialog.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
})
