import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let appId: string
let grace: TestUser
let ada: TestUser

const TOKEN = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
const ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
  grace = await signInAs(harness.server, appId, 'grace')
  ada = await signInAs(harness.server, appId, 'ada')
  await grace.client.game.click({ count: 120, seq: 1 })
  await ada.client.game.click({ count: 80, seq: 1 })
  for (const { id } of [grace, ada])
    await harness.admin.gamePlayers.adjust({
      appId,
      id,
      rings: 5000,
      reason: 'For a squad',
      idempotencyKey: `squad ${id}`,
    })
})
afterAll(() => harness.stop())

const button = (name: string) => harness.page.getByRole('button', { name, exact: true })
const dialog = () => harness.page.getByRole('dialog').last()
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const openFromNavigation = async (name: string) => {
  const { page, go } = harness
  await go(`/apps/${appId}`)
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name, exact: true }).click()
}
/** The texts of cells that are wider than their cells or reach out of the table, and the table itself if it has to be scrolled. */
const cutOffIn = (table: Locator) =>
  table.evaluate((grid) => {
    const scroller = grid.parentElement!
    const cells = [...grid.querySelectorAll('.ui-table-cell')].filter((cell) => cell.scrollWidth > cell.clientWidth)
    return [...cells, ...(scroller.scrollWidth > scroller.clientWidth ? [scroller] : [])].map(
      (each) => each.textContent,
    )
  })
const isSound = async (picture: string) => {
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot(picture)
}

test('the boards show the best players and how many they have, and are built again', async () => {
  const { page } = harness
  await openFromNavigation('Boards')
  await page.getByRole('link', { name: 'grace' }).waitFor()
  await expectText(page, '2 players')
  await isSound('boards')
  await page.getByRole('link', { name: 'Last week' }).click()
  await expectText(page, 'Nobody is on this board')
  await button('Build again').click()
  await confirm('Build again')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'This week' }).click()
  await page.getByRole('link', { name: 'ada' }).waitFor()
  const { data } = await harness.admin.audit.list({ action: 'game-boards.rebuild' })
  expect(data).toHaveLength(1)
})

/** A squad of grace, which ada has joined. */
const foundSquad = async (name: string) => {
  const { id } = await grace.client.squads.create({ name })
  await ada.client.squads.join({ id })
  return id
}

test('squads are found by their beginning, renamed, and lose members', async () => {
  const { page, admin } = harness
  await openFromNavigation('Squads')
  await expectText(page, 'No squads yet')
  const id = await foundSquad('Night owls')
  await harness.open(`/apps/${appId}/game/squads`)
  await page.getByRole('link', { name: 'Night owls' }).waitFor()
  await isSound('squads')
  await page.getByPlaceholder('Beginning of the name').fill('day')
  await expectText(page, 'No squad begins like this')
  await button('Show all').click()
  await expect.poll(() => page.getByPlaceholder('Beginning of the name').inputValue()).toBe('')
  await page.getByPlaceholder('Beginning of the name').fill('nig')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=nig')
  await page.getByRole('link', { name: 'Night owls' }).click()
  await expectText(page, 'Best members')
  expect(await page.getByPlaceholder('Beginning of the name').inputValue()).toBe('nig')
  await isSound('squad')
  await page.getByRole('dialog').getByLabel('Name').fill('ab')
  await button('Rename').click()
  await page.getByRole('dialog').locator('.ui-field-error').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('Early birds')
  await button('Rename').click()
  await expectText(page, 'The squad is called Early birds now')
  await button('Remove member: grace').click()
  await expectText(page, 'The member who has been there longest leads the squad next.')
  await confirm('Remove member')
  await expectText(page, 'grace is no longer a member')
  expect(await admin.gameSquads.get({ appId, id })).toMatchObject({ name: 'Early birds', leaderId: ada.id, members: 1 })
})

test('a squad is deleted once its name was typed', async () => {
  const { page, admin } = harness
  await button('Delete squad').click()
  expect(await dialog().getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true)
  await dialog().getByRole('textbox').fill('Early birds')
  await confirm('Delete')
  await expectText(page, 'Early birds is deleted')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await admin.gameSquads.list({ appId })).data).toEqual([])
})

const addClaim = async (status: 'failed' | 'paid' | 'queued', rings: number) => {
  const now = BigInt(Date.now())
  const problem = status === 'failed' ? 'account_frozen' : null
  await harness.server.resources.db.prisma.ringClaim.create({
    data: {
      userId: grace.id,
      appId,
      rings: BigInt(rings),
      address: ADDRESS,
      token: TOKEN,
      decimals: 6,
      amount: BigInt(rings) * 1000n,
      status,
      problem,
      createdAt: now,
      dueAt: now + 86_400_000n,
      signature: status === 'paid' ? SIGNATURE : null,
    },
  })
}

test('an app without a treasury says what to do; one is made, paused with a reason, and resumed', async () => {
  const { page, admin } = harness
  await openFromNavigation('Payouts')
  await expectText(page, 'Claims are recorded only')
  await expectText(page, 'No claims')
  await isSound('payouts-none')
  await button('Make treasury').click()
  await confirm('Make treasury')
  const made = async () => (await admin.treasury.get({ appId })).address
  await expect.poll(made).not.toBeNull()
  await expectText(page, (await made())!)
  await button('Pause payments').click()
  await confirm('Pause payments')
  await dialog().getByRole('alert').waitFor()
  await dialog().getByLabel('Reason').fill('The price has changed')
  await confirm('Pause payments')
  await expectText(page, 'Payments are paused')
  await expectText(page, 'The price has changed')
  await isSound('payouts-paused')
  await button('Resume payments').click()
  await confirm('Resume payments')
  await expectText(page, 'Payments go on')
  expect((await admin.treasury.get({ appId })).isPaused).toBe(false)
})

test('failed claims are queued again, or their rings are given back with a reason', async () => {
  const { page, admin } = harness
  // Nothing is sent meanwhile. Rings that are given back were claimed before.
  await admin.treasury.pause({ appId, reason: 'Decisions first' })
  await grace.client.game.claimRings()
  await addClaim('failed', 300)
  await addClaim('paid', 200)
  await addClaim('queued', 100)
  await harness.open(`/apps/${appId}/game/payouts?status=failed`)
  await expectText(page, 'The issuer has frozen the player’s account')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expectText(page, '0.3 EPjF…Dt1v')
  await isSound('payouts')
  const table = page.getByRole('grid', { name: 'Claims' })
  await table.scrollIntoViewIfNeeded()
  // In a window of 1280 px the last column was cut off.
  expect(await cutOffIn(table)).toEqual([])
  await harness.shoot('payouts-claims')
  await button('Actions of the claim of 300 rings').click()
  await page.getByRole('menuitem', { name: 'Pay again' }).click()
  await confirm('Pay again')
  await expectText(page, 'The claim waits for its payment')
  await button('Actions of the claim of 300 rings').click()
  expect(await page.getByRole('menuitem', { name: 'Pay again' }).count()).toBe(0)
  // A message stands over the end of the table.
  await page.getByRole('menuitem', { name: 'Give the rings back' }).press('Enter')
  await dialog().getByLabel('Reason').fill('Asked by the player')
  await confirm('Give the rings back')
  await expectText(page, 'The rings are back')
  const { data } = await admin.ringClaims.list({ appId })
  expect(data.map(({ rings, status }) => [rings, status]).toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [100, 'queued'],
    [200, 'paid'],
    [300, 'returned'],
  ])
})

test('a claim that was sent meanwhile cannot be returned: the dialog stays and says so', async () => {
  const { page, admin } = harness
  const { data } = await admin.ringClaims.list({ appId, status: 'queued' })
  await harness.open(`/apps/${appId}/game/payouts`)
  await button('Actions of the claim of 100 rings').click()
  await page.getByRole('menuitem', { name: 'Give the rings back' }).press('Enter')
  await dialog().getByLabel('Reason').fill('Asked by the player')
  await harness.server.resources.db.prisma.ringClaim.updateMany({
    where: { id: data[0]!.id },
    data: { status: 'sending' },
  })
  await confirm('Give the rings back')
  await dialog().getByRole('alert').waitFor()
  await expectText(page, 'Being sent')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a player’s game tab has the days with what was flagged, and leads to the review', async () => {
  const { page } = harness
  await harness.open(`/apps/${appId}/users/${grace.id}/game`)
  await expectText(page, 'Days, in UTC')
  await isSound('game-days')
  await page.getByRole('link', { name: 'Review' }).click()
  await expectText(page, 'What was found of a player')
})

test('in a window of 360 px, values have the width of their card, and boards show rings', async () => {
  const { page, close } = await harness.visit(`/apps/${appId}/game/payouts`, { width: 360 })
  const { address } = await harness.admin.treasury.get({ appId })
  const value = page.locator('.payouts-facts dd', { hasText: address! })
  await value.waitFor()
  // Beside their names they were one letter wide.
  expect((await value.boundingBox())!.width).toBeGreaterThan(200)
  await page.goto(`${harness.server.url}/console/apps/${appId}/game/boards`)
  await page.getByRole('link', { name: 'grace' }).waitFor()
  expect(await cutOffIn(page.getByRole('grid').first())).toEqual([])
  await close()
})
