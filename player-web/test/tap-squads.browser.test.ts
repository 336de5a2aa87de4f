import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'
import { playerWith } from './tap/board-players.ts'

// Squads of the tap game in a browser, against the real server.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  for (const [name, rings] of [
    ['Ring Lords', 9000],
    ['Ночные стражи', 4000],
    ['月光小队', 2500],
  ] as const) {
    const leader = await playerWith(harness, `leader with ${rings}`, rings)
    await leader.client.squads.create({ name })
  }
})
afterAll(() => harness?.stop())

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) }).first()

describe('squads', () => {
  test('are found from the board, searched, joined, and left after a question', async () => {
    const user = await playerWith(harness, 'joiner', 100)
    const { page, consoleErrors, close } = await harness.visit('/tap/board', { user })
    await page.getByRole('link', { name: /Squads/ }).click()
    await expectText(page, 'Ring Lords')
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'squads')
    await page.getByLabel('Search by name').fill('ночн')
    await expect.poll(() => page.getByText('Ring Lords').count()).toBe(0)
    await row(page, 'Ночные').click()
    await expectText(page, 'Leader')
    await shootWidths(page, 'squad')
    await button(page, 'Join').click()
    await expect.poll(async () => (await user.client.game.profile()).squad?.name).toBe('Ночные стражи')
    await page.getByRole('heading', { name: 'Your squad' }).waitFor()
    await page.getByLabel('Search by name').fill('')
    await expectText(page, 'Other squads')
    expect(await page.getByRole('button', { name: /Ночные стражи/ }).count()).toBe(1)
    // The squad has the joiner's rings too.
    await expect.poll(() => page.getByRole('list', { name: 'Your squad' }).innerText()).toMatch(/4,100/)
    await shootWidths(page, 'squads-own')
    await page.getByRole('list', { name: 'Your squad' }).getByRole('button').click()
    await button(page, 'Leave the squad').click()
    await expectText(page, 'counts for this squad no more')
    expect((await user.client.game.profile()).squad?.name).toBe('Ночные стражи')
    await button(page, 'Leave now').click()
    await expect.poll(async () => (await user.client.game.profile()).squad).toBeNull()
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('are founded for rings; a taken name says so, and without enough rings the button rests', async () => {
    const user = await playerWith(harness, 'founder', 1200)
    const { page, close } = await harness.visit('/tap/squads', { user })
    await button(page, 'Found a squad').click()
    await page.getByLabel('Name', { exact: true }).fill('ring lords')
    await button(page, 'Found it').click()
    await expectText(page, 'A squad has this name')
    await shootWidths(page, 'squad-found')
    await page.getByLabel('Name', { exact: true }).fill('Early Birds')
    await button(page, 'Found it').click()
    await expect.poll(() => page.getByRole('list', { name: 'Your squad' }).innerText()).toMatch(/Early Birds/)
    expect((await user.client.game.profile()).rings).toBe(200)
    await page.getByRole('list', { name: 'Your squad' }).getByRole('button').click()
    await button(page, 'Leave the squad').click()
    await expectText(page, 'the squad ends with you')
    await shootWidths(page, 'squad-leave-last')
    await page.keyboard.press('Escape')
    await close()
    const poor = await playerWith(harness, 'poor', 10)
    const other = await harness.visit('/tap/squads', { user: poor })
    await button(other.page, 'Found a squad').click()
    await expectText(other.page, '990 rings are missing')
    expect(await button(other.page, 'Found it').isDisabled()).toBe(true)
    await other.close()
  })

  test('lose a member whom the leader removes, after a question that names who goes', async () => {
    const leader = await playerWith(harness, 'captain', 1500)
    const member = await playerWith(harness, 'sailor', 100)
    const { id } = await leader.client.squads.create({ name: 'Sea dogs' })
    await member.client.squads.join({ id })
    const { page, consoleErrors, close } = await harness.visit('/tap/squads', { user: leader })
    await page.getByRole('list', { name: 'Your squad' }).getByRole('button').click()
    await button(page, 'Remove sailor').click()
    await expectText(
      page,
      'What sailor has earned counts for this squad no more. sailor cannot join again for seven days.',
    )
    expect(await seriousFindings(page)).toEqual([])
    expect(await button(page, 'Leave the squad').count()).toBe(0)
    await expectText(page, /2 members/)
    await shootWidths(page, 'squad-remove')
    await button(page, 'Keep').click()
    expect((await member.client.game.profile()).squad?.name).toBe('Sea dogs')
    await button(page, 'Remove sailor').click()
    await page.getByRole('button', { name: 'Remove sailor', exact: true }).last().click()
    await expect.poll(async () => (await member.client.game.profile()).squad).toBeNull()
    await expect.poll(() => page.locator('.dialog .note').first().innerText()).toMatch(/· 1 member · 1,500 rings/)
    expect(await page.locator('.dialog .board-rows li').count()).toBe(1)
    await shootWidths(page, 'squad-removed')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('tell a player who was removed, without a reload', async () => {
    const leader = await playerWith(harness, 'skipper', 1500)
    const member = await playerWith(harness, 'mate', 100)
    const { id } = await leader.client.squads.create({ name: 'Landlubbers' })
    await member.client.squads.join({ id })
    const { page, close } = await harness.visit('/tap/squads', { user: member })
    await page.getByRole('heading', { name: 'Your squad' }).waitFor()
    await leader.client.squads.removeMember({ id, userId: member.id })
    await button(page, 'Found a squad').waitFor()
    await page.getByRole('button', { name: /Landlubbers/ }).click()
    await button(page, 'Join').click()
    await expectText(page, 'You were removed from this squad. You can join it again after seven days.')
    await shoot(page, 'squad-removed-join')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await expect.poll(() => page.getByRole('link', { name: /Squads/ }).innerText()).toMatch(/Play together/)
    await close()
  })
})
