import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const MARKUP = '<img src=x onerror="document.title=1"> "quoted"'
const LONG = `${'ﷺ👩‍👩‍👧 '.repeat(20)}end`

let harness: ConsoleHarness
let appId: string
beforeAll(async () => {
  harness = await openConsole('/apps')
  const { admin, server } = harness
  appId = (await admin.apps.create({ name: MARKUP })).id
  await admin.apps.update({ id: appId, jwtTTL: 60, googleEnabled: true })
  const rows = Array.from({ length: 60 }, (_, index) => ({
    actor: 'user' as const,
    actorId: '11111111-1111-4111-8111-111111111111',
    action: 'user.dapp-permission-grant',
    ip: '203.0.113.9',
    createdAt: new Date(Date.now() - (index + 1) * 3_600_000),
    details: { origin: index === 0 ? LONG : `https://dapp-${index}.example` },
  }))
  await server.resources.db.prisma.auditEvent.createMany({ data: rows })
  await server.resources.db.prisma.auditEvent.create({
    data: {
      actor: 'server',
      action: 'moon.land',
      targetId: 'crater',
      details: { before: { speed: 1 }, after: { speed: 2 } },
    },
  })
  await harness.go('/audit')
})
afterAll(() => harness.stop())

test('each event is a sentence with its actor and object as links; an unknown action shows its own name', async () => {
  const { page } = harness
  await expectText(page, 'moon.land')
  const created = page.getByRole('row').filter({ hasText: 'created app' })
  expect(await created.getByRole('link', { name: MARKUP }).first().getAttribute('href')).toContain(`/apps/${appId}`)
  expect(await page.title()).toBe('Audit · OpenAuth')
  expect(await harness.overflow()).toBe(0)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('audit')
  await harness.page.setViewportSize({ width: 360, height: 800 })
  expect((await harness.page.locator('.ui-filter-search').boundingBox())!.width, 'room to search').toBeGreaterThan(200)
  await harness.page.setViewportSize({ width: 1280, height: 800 })
})

test('a row opens its details with old and new values, and leads to the events of its object', async () => {
  const { page } = harness
  await page.getByRole('row').filter({ hasText: 'moon.land' }).click()
  const panel = page.getByRole('dialog')
  expect(await panel.locator('del').textContent()).toBe('1')
  expect(await panel.locator('ins').textContent()).toBe('2')
  await page.getByRole('row').filter({ hasText: 'created app' }).first().press('Enter')
  await panel.getByText('app.create').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('audit-details')
  await panel.getByRole('button', { name: 'Events of this object' }).click()
  await expectText(page, 'Object ID')
  await expect.poll(() => new URL(page.url()).searchParams.get('targetId')).toBe(appId)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectText(page, 'moon.land')
})

test('the chain is verified: all lines hold, or the first that does not is named', async () => {
  const { page, server } = harness
  await server.app.services.auditChain.addLinks()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Every line holds').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('audit-verified')
  const { pool } = server.resources.db
  await pool.query(
    `ALTER TABLE "AuditEvent" DISABLE TRIGGER USER; UPDATE "AuditEvent" SET "targetId" = 'sea' WHERE action = 'moon.land'`,
  )
  await dialog.getByRole('button', { name: 'Verify again' }).click()
  await dialog.getByText('it was changed, moved or replaced').waitFor()
  await dialog.getByText('moon.land').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('audit-broken')
  await pool.query(
    `UPDATE "AuditEvent" SET "targetId" = 'crater', "restoredAt" = now() WHERE action = 'moon.land'; ALTER TABLE "AuditEvent" ENABLE TRIGGER USER`,
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await harness.go('/audit')
  await page.reload()
  const restored = page.getByRole('row').filter({ hasText: 'moon.land' })
  await restored.getByText('restored').waitFor()
  await restored.click()
  await page.getByText('No chain proves what this line was before.').waitFor()
  await harness.shoot('audit-restored')
  await page.keyboard.press('Escape')
})

test('filters are chips that can be removed; their address shows the same list; pages follow cursors', async () => {
  const { page } = harness
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('IP address').fill('203.0.113.9')
  await page.getByLabel('Action').fill('user.dapp')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectText(page, '1–25 of 60')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expectText(page, '26–50 of 60')
  await harness.page.reload()
  await expectText(page, '26–50 of 60')
  await page.getByRole('button', { name: 'Remove filter Action: user.dapp' }).click()
  await expectText(page, '1–25 of 60')
})

test('the export has all rows that match, with formulas made harmless', async () => {
  const { page } = harness
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect([lines.length, lines[0]?.includes('id,time,action')]).toEqual([61, true])
})

test('an app shows its own events, and says when there are none that match', async () => {
  const { page } = harness
  await harness.go(`/apps/${appId}/audit`)
  await expectText(page, 'changed app')
  await expectText(page, 'Login with Google, Session lifetime')
  expect(await page.getByText('moon.land').count()).toBe(0)
  await harness.go(`/apps/${appId}/audit?ip=192.0.2.1`)
  await expectText(page, 'No event matches')
  expect(harness.errors).toEqual([])
})
