import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'
import { addPlayers, playerWith } from './tap/board-players.ts'

// The boards of the tap game and the card of a rank in a browser, against the real server.

const names = ['Ada Lovelace', 'Грейс Хоппер', '王小明', 'A name that is much too long for a podium', 'Zoë']

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const rings = (index: number) => (index === 1 ? 900_000 : 900_000 - index * 5000)
  await addPlayers(
    harness,
    Array.from({ length: 120 }, (_, index) => ({ name: names[index] ?? `Player ${index}`, rings: rings(index) })),
  )
})
afterAll(() => harness?.stop())

const ownPlace = (page: Page) => page.locator('.own-place')

describe('the board', () => {
  test('shows the first hundred with ties, is accessible, and fits three widths', async () => {
    const user = await playerWith(harness, 'board looker', 897_000)
    const { page, consoleErrors, close } = await harness.visit('/tap/board', { user })
    await expectText(page, 'Ada Lovelace')
    const ranks = () => page.locator('.podium .board-rank').allInnerTexts()
    expect(await ranks()).toEqual(['1', '1', '3'])
    expect(await page.locator('.podium li, .board-rows li').count()).toBe(100)
    expect(await page.locator('[data-me]').innerText()).toMatch(/board looker/)
    await expect.poll(() => ownPlace(page).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'board')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('the own place stays on the screen while its row is not, and leads there', async () => {
    const user = await playerWith(harness, 'far below', 600_500)
    const { page, close } = await harness.visit('/tap/board', { user })
    await expectText(page, 'Ada Lovelace')
    await expect.poll(() => ownPlace(page).innerText()).toMatch(/^6\d\s+You\s+600,500$/)
    await shootWidths(page, 'board-own-place')
    await ownPlace(page).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => ownPlace(page).count()).toBe(0)
    await shoot(page, 'board-own-row')
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => ownPlace(page).count()).toBe(1)
    await close()
  })

  test('a player beyond the first hundred has its exact place; one without rings is told how to get one', async () => {
    const user = await playerWith(harness, 'beyond', 7)
    const { page, close } = await harness.visit('/tap/board', { user })
    await expect.poll(() => ownPlace(page).innerText()).toMatch(/^12\d\s+You\s+7$/)
    expect(await page.locator('[data-me], button.own-place').count()).toBe(0)
    await shoot(page, 'board-beyond')
    await close()
    const newcomer = await harness.visit('/tap/board', { user: await harness.newUser('no rings') })
    await expectText(newcomer.page, 'Tap the ring to get a place here.')
    expect(await button(newcomer.page, 'Share my rank').count()).toBe(0)
    await newcomer.close()
  })

  test('is chosen with the keyboard and by its address; a player without friends is told', async () => {
    const user = await playerWith(harness, 'chooser', 50)
    const { page, close } = await harness.visit('/tap/board', { user })
    await page.getByRole('radio', { name: 'All players' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('board=week')
    // Those whose rings are older are not on it.
    await expectText(page, 'chooser')
    await expect.poll(() => page.getByText('Ada Lovelace').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await expectText(page, 'Nobody earned rings last week.')
    await page.getByRole('radio', { name: 'All players' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expectText(page, 'Friends that you invite show here.')
    expect(page.url()).toContain('board=friends')
    await shoot(page, 'board-friends')
    await page.reload()
    await expectText(page, 'Friends that you invite show here.')
    await close()
  })

  test('two players stand in the middle of the podium', async () => {
    const user = await playerWith(harness, 'inviter', 80)
    const friend = await playerWith(harness, 'invited', 90)
    await friend.client.account.bindReferrer({ referCode: (await user.client.account.profile()).referCode })
    const { page, close } = await harness.visit('/tap/board?board=friends', { user })
    await expectText(page, 'invited')
    const podium = (await page.locator('.podium').boundingBox())!
    const boxes = await page.locator('.podium li').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
    expect(boxes).toHaveLength(2)
    expect(Math.abs((left + right) / 2 - (podium.x + podium.width / 2))).toBeLessThan(2)
    await shootWidths(page, 'board-two')
    await close()
  })

  test('follows the players while it is shown, and asks nothing while the page is hidden', async () => {
    const user = await playerWith(harness, 'watcher', 60)
    const before = `
      let state = 'visible'
      Object.defineProperty(document, 'visibilityState', { get: () => state })
      window.show = (next) => { state = next; document.dispatchEvent(new Event('visibilitychange')) }`
    const { page, close } = await harness.visit('/tap/board', { user, before })
    await expectText(page, 'Ada Lovelace')
    await playerWith(harness, 'newest winner', 950_000)
    await expect.poll(() => page.locator('.podium').innerText(), { timeout: 60_000 }).toMatch(/newest winner/)
    let asked = 0
    await page.evaluate('show("hidden")')
    await page.waitForTimeout(500)
    page.on('request', (request) => void (asked += Number(request.url().includes('/api/leaderboard'))))
    await page.waitForTimeout(6000)
    expect(asked).toBe(0)
    await page.evaluate('show("visible")')
    await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(0)
    await close()
  })

  test('that cannot be loaded says so, and comes with the next attempt', async () => {
    const user = await playerWith(harness, 'unlucky', 70)
    const { page, close } = await harness.visit('/tap/boosts', { user })
    await expectText(page, 'Daily reward')
    const refuse = { status: 400, contentType: 'application/json', body: '{"code":"invalid_input"}' }
    await page.route('**/api/leaderboard**', (route) => route.fulfill(refuse))
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await button(page, 'Try again').waitFor()
    await shoot(page, 'board-failed')
    await page.unroute('**/api/leaderboard**')
    await button(page, 'Try again').click()
    await expectText(page, 'Ada Lovelace')
    await close()
  })
})

/** The size of a PNG, which stands at its beginning. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('the card of a rank', () => {
  test('is a picture with a text for those who do not see it, and is saved', async () => {
    const user = await playerWith(harness, 'Sharer', 120_000)
    const { page, consoleErrors, close } = await harness.visit('/tap/board', { user })
    await button(page, 'Share my rank').focus()
    await page.keyboard.press('Enter')
    const card = page.getByRole('img', { name: /^Card of Sharer, league Silver\. I am number \d+ with 120,000 rings/ })
    await card.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the picture').click()])
    expect(download.suggestedFilename()).toBe('rank.png')
    const png = readFileSync(await download.path())
    expect(sizeOf(png)).toEqual([1080, 1350])
    // A blank picture of this size has some thousand bytes.
    expect(png.length).toBeGreaterThan(100_000)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'share')
    await page.keyboard.press('Escape')
    await expect.poll(() => card.count()).toBe(0)
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('is shared as a file with the invitation where the browser can; its link is copied', async () => {
    const user = await playerWith(harness, 'Link sharer', 130_000)
    const { referCode } = await user.client.account.profile()
    const before = `
      navigator.canShare = ({ files }) => files[0].type === 'image/png'
      navigator.share = async ({ files, text }) => { window.shared = { name: files[0].name, size: files[0].size, text } }`
    const { page, close } = await harness.visit('/tap/board', { user, before })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Share my rank').click()
    await button(page, 'Share the picture').click()
    const link = `${harness.server.url}/?refer_code=${referCode}`
    await expect
      .poll(() => page.evaluate('shared'))
      .toMatchObject({
        name: 'rank.png',
        text: expect.stringMatching(/^I am number .* Can you beat me\? http/),
      })
    expect(await page.evaluate('shared.text')).toContain(link)
    await button(page, 'Copy the link').click()
    await button(page, 'Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await close()
  })
})
