import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { type ConsoleForm, consoleForms, fillIn, type Subjects } from './console-forms.ts'
import { draftOf, isTaken, submitTwice } from './form-drafts.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'
import { createSubjects } from './console-subjects.ts'

let harness: ConsoleHarness
let subjects: Subjects
/** Calls of the page that change something, other than to sign in. */
const changes: string[] = []
/** Those of them that were answered. */
let answered = 0

beforeAll(async () => {
  harness = await openConsole('/apps', { session: 'own' })
  const { page } = harness
  subjects = await createSubjects(harness)
  const changeOf = (request: Request) => {
    const { pathname } = new URL(request.url())
    const isChange = request.method() !== 'GET' && pathname.startsWith('/console/api/') && !pathname.endsWith('/login')
    return isChange ? [`${request.method()} ${pathname}`] : []
  }
  page.on('request', (request) => changes.push(...changeOf(request)))
  page.on('requestfinished', (request) => (answered += changeOf(request).length))
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
  answered = 0
  await submitTwice(shown)
  await expect.poll(() => isTaken(shown)).toBe(true)
  // The next form is about what this one has changed.
  await expect.poll(() => answered).toBe(changes.length)
  expect(changes).toHaveLength(1)
})

test('nothing else is written to the browser’s console', () =>
  // Chromium itself reports the answers of 401.
  expect(harness.errors.filter((line) => !line.includes('401'))).toEqual([]))
