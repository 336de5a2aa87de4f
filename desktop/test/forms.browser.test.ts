import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials, createTestApp, signInAs } from '../../api/src/testing.ts'
import { type ConsoleForm, consoleForms, draftOf, fillIn, type Subjects, submitTwice } from './console-forms.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let subjects: Subjects
/** Calls of the page that change something, other than to sign in. */
const changes: string[] = []

beforeAll(async () => {
  harness = await openConsole('/apps', { session: 'own' })
  const { server, admin, adminToken, page } = harness
  const app = await createTestApp(server, adminToken, 'Forms')
  const user = await signInAs(server, app.id, 'ada.lovelace')
  const dapp = await admin.dapps.create({ name: 'Staking', url: '/earn', borderColor: '#B98AEA', bgColor: '#4B2A7B' })
  await admin.admins.create({ username: 'colleague', password: adminCredentials.password })
  subjects = { appId: app.id, userId: user.id, dappId: dapp.id }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || !pathname.startsWith('/console/api/') || pathname.endsWith('/login')) return
    changes.push(`${request.method()} ${pathname}`)
  })
})
afterAll(() => harness.stop())

const endSession = async () => {
  const { data } = await harness.admin.adminSessions.list()
  for (const { id, current } of data) if (!current) await harness.admin.adminSessions.revoke({ id })
}

const signInAgain = async () => {
  const again = harness.page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await harness.page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
}

const openForm = async (form: ConsoleForm) => {
  await harness.open(form.path(subjects))
  return fillIn(harness.page, form)
}

test.each(consoleForms)('$name: the draft outlives the session, and two submissions change once', async (form) => {
  const shown = await openForm(form)
  const draft = await draftOf(shown)
  await endSession()
  await submitTwice(shown)
  await signInAgain()
  expect(await draftOf(shown)).toEqual(draft)
  await expect.poll(() => shown.locator('[aria-busy=true]').count()).toBe(0)
  changes.length = 0
  await submitTwice(shown)
  const isDone = async () =>
    (await shown.count()) === 0 ||
    (await shown.locator('button[type=submit]').getAttribute('aria-disabled')) === 'true' ||
    (await draftOf(shown)).every((value) => value === '')
  await expect.poll(isDone).toBe(true)
  expect(changes).toHaveLength(1)
})

test('nothing else is written to the browser’s console', () =>
  // Chromium itself reports the answers of 401.
  expect(harness.errors.filter((line) => !line.includes('401'))).toEqual([]))
