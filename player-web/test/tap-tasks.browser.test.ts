import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'

// The tasks of the tap game in a browser, against the real server.

let harness: Harness
let codes: string[]
beforeAll(async () => {
  harness = await startHarness()
  const { app } = harness
  const { gameTasks } = harness.admin
  const create = (task: object) =>
    gameTasks.create({ appId: app.id, ...task } as Parameters<typeof gameTasks.create>[0])
  await create({
    title: 'Visit our site',
    url: 'https://partner.example/welcome',
    reward: 500,
    check: { kind: 'visit', dwellSeconds: 1 },
    translations: { es: { title: 'Visita nuestra web' } },
  })
  await create({
    title: 'Join our channel',
    url: 'https://t.me/rings',
    reward: 700,
    check: { kind: 'visit', dwellSeconds: 600 },
  })
  await create({ title: 'Tap a hundred times', reward: 250, check: { kind: 'taps', count: 100 }, repeat: 'daily' })
  const { id } = await create({ title: 'Redeem a code', reward: 1000, check: { kind: 'code' } })
  codes = (await gameTasks.createCodes({ appId: app.id, id, count: 1 })).codes
})
afterAll(() => harness?.stop())

const card = (page: Page, title: string) => page.locator('.task-card', { hasText: title })

describe('the tasks', () => {
  test('are listed with reward, kind and progress, are accessible, and fit three widths', async () => {
    const user = await harness.newUser('task looker')
    const { page, consoleErrors, close } = await harness.visit('/tap/tasks', { user })
    await expectText(page, 'Visit our site')
    expect(await page.locator('.task-card').count()).toBe(4)
    expect(await card(page, 'Tap a hundred').innerText()).toMatch(/\+250 · Daily\s+0 of 100/)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'tasks')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('a visit opens the page, begins the task, and pays once it is checked', async () => {
    const user = await harness.newUser('visitor')
    const { page, close } = await harness.visit('/tap/tasks', { user })
    await card(page, 'Visit our site').click()
    const popup = page.waitForEvent('popup')
    await button(page, 'Open').click()
    expect((await popup).url()).toMatch(/partner\.example|about:blank|chrome-error/)
    // Asked before its second is over, the task is not done yet.
    const paid = page.locator('.celebration output')
    await expect
      .poll(async () => {
        if ((await paid.count()) === 0)
          await button(page, 'Check')
            .click({ timeout: 2000 })
            .catch(() => undefined)
        return paid.allInnerTexts()
      })
      .toEqual(['+500'])
    await shoot(page, 'task-paid-430')
    await button(page, 'Go on').click()
    await expect.poll(() => card(page, 'Visit our site').getAttribute('data-status')).toBe('completed')
    expect((await user.client.game.profile()).rings).toBe(500)
    await close()
  })

  test('a visit that was too short says so, and when it can be checked', async () => {
    const user = await harness.newUser('short visitor')
    const { page, close } = await harness.visit('/tap/tasks', { user })
    await card(page, 'Join our channel').click()
    await button(page, 'Open').click()
    await page.getByRole('button', { name: /^Check in \d+ s$/ }).click()
    await expectText(page, 'That was too quick')
    await shootWidths(page, 'task-dialog')
    expect((await user.client.game.profile()).rings).toBe(0)
    await close()
  })

  test('a code is redeemed once; a wrong one says so', async () => {
    const user = await harness.newUser('code holder')
    const { page, close } = await harness.visit('/tap/tasks', { user })
    await card(page, 'Redeem a code').click()
    await page.getByRole('textbox', { name: 'Code' }).fill('WRONG-CODE')
    await page.keyboard.press('Enter')
    await expectText(page, 'This code is not valid')
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]!)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.celebration output').innerText()).toBe('+1,000')
    await close()
  })

  test('texts are in the player’s language', async () => {
    const user = await harness.newUser('jugadora')
    const { page, close } = await harness.visit('/tap/tasks', { user, locale: 'es-ES' })
    await expectText(page, 'Visita nuestra web')
    await shoot(page, 'tasks-es-430')
    await close()
  })
})
