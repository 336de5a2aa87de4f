import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mmdbOf } from '../../api/src/lib/mmdb.testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const credentials = { username: 'ada', password: 'long enough to log in' }
let folder: string
let harness: ConsoleHarness
let page: Page
let adaId: number

/** Ada logs in, from Berlin. */
const logInAsAda = () =>
  harness.server.send('POST', '/admin/login', {
    body: credentials,
    headers: {
      'x-forwarded-for': '203.0.113.9',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-console-places-'))
  const file = join(folder, 'cities.mmdb')
  const berlin = { country: { iso_code: 'DE' }, city: { names: { en: 'Berlin' } } }
  await writeFile(file, mmdbOf({ '203.0.113.0/24': berlin }))
  harness = await openConsole('/admins', {
    environment: { OPENAUTH_GEOIP_FILE: file, OPENAUTH_TRUSTED_PROXIES: '127.0.0.1' },
  })
  page = harness.page
  adaId = (await harness.admin.admins.create({ ...credentials, role: 'support' })).id
  for (let count = 0; count < 3; count += 1) await logInAsAda()
  await harness.open('/admins')
})
afterAll(async () => {
  await harness.stop()
  await rm(folder, { recursive: true })
})

const look = async (name: string): Promise<void> => {
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot(`admin-sessions-${name}`)
}
const sessionsOfAda = async () => (await harness.admin.adminSessions.list({ adminId: adaId })).data

test('an owner sees where another admin is signed in, by device and place', async () => {
  await page.getByRole('button', { name: 'Actions for ada' }).click()
  await page.getByRole('menuitem', { name: 'Sessions', exact: true }).click()
  await page.getByRole('heading', { name: 'Sessions of ada' }).waitFor()
  await expectText(page, 'Firefox 140 on Linux')
  await expectText(page, 'Berlin, Germany')
  await look('of-another')
})

test('an owner ends one of them, then all', async () => {
  await page.getByRole('button', { name: 'End: Firefox 140 on Linux' }).first().click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'End' }).click()
  await expectText(page, '1 session ended')
  expect(await sessionsOfAda()).toHaveLength(2)
  await page.getByRole('button', { name: 'End all sessions' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByText('2 sessions end within a second.').waitFor()
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await expectText(page, '2 sessions ended')
  expect(await sessionsOfAda()).toEqual([])
})

test('the own sessions are listed without those of others; the one in use cannot be ended', async () => {
  await logInAsAda()
  await harness.open('/account/sessions')
  await page.getByText('This session').waitFor()
  expect(await page.getByText('Firefox 140 on Linux').count()).toBe(0)
  await look('own')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^End/ }).count()).toBe(0)
  expect(await page.getByText('This session').count()).toBe(1)
})
