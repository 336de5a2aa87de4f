import { type Admin, type AdminRole, endpoints, listRoutes, pathTokens } from '@openauth/client'
import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { mayOpen } from '../src/renderer/app/may-open.ts'
import { screens } from '../src/renderer/app/routes.tsx'
import { userTabs } from '../src/renderer/features/users/detail/tabs.ts'
import { english } from '../src/renderer/i18n/locales/en.ts'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'
import { pressAll } from './press-all.ts'
import { addressOf, type AddressParts, screenPaths, seedScreens } from './seed-screens.ts'

const { password } = adminCredentials
let harness: ConsoleHarness
let parts: AddressParts

/** Who opens the screens: one of each role, and one who looks after one app. */
const kinds = ['viewer', 'support', 'operator', 'owner', 'operator of one app'] as const
type Kind = (typeof kinds)[number]
const nameOf = (kind: Kind): string => `the ${kind}`
const admins = {} as Record<Kind, Admin>

beforeAll(async () => {
  harness = await openConsole('/dashboard')
  parts = await seedScreens(harness)
  await harness.admin.apps.create({ name: 'Of others' })
  for (const kind of kinds) {
    const role = kind.split(' ')[0] as AdminRole
    const apps = kind.includes('one app') ? [parts['appId']!] : null
    // oxlint-disable-next-line no-await-in-loop -- Names are compared with each other, one after the other.
    admins[kind] = await harness.admin.admins.create({ username: nameOf(kind), password, role, apps })
  }
})
afterAll(() => harness.stop())

interface RoleVisit extends Visit {
  /** The calls so far that the server refused for the role or the apps, `GET /admin/keys`. */
  refused: () => Promise<string[]>
}

const refusals = new Set(['role_too_low', 'outside_your_apps'])

const visitAs = async (username: string, path = '/account/password'): Promise<RoleVisit> => {
  const visit = await harness.visit('/none', { credentials: { username, password } })
  const found: Promise<string[]>[] = []
  const read = async (answer: Response): Promise<string[]> => {
    const { code = '' } = (await answer.json()) as { code?: string }
    return refusals.has(code) ? [`${answer.request().method()} ${new URL(answer.url()).pathname}`] : []
  }
  visit.page.on('response', (answer) => {
    if (answer.status() === 403) found.push(read(answer))
  })
  await visit.open(path)
  return { ...visit, refused: async () => (await Promise.all(found)).flat() }
}

/** What the title of a screen's page has: the name of the screen or of the user's tab, in English. */
const titleOf = (path: string): string => {
  const screen = screenOf(path)
  const tab = screen.tabs ? path.slice(screen.path.replace('/:tab?', '').length + 1) : undefined
  const id = userTabs.find((other) => other.path === tab)?.title ?? screen.title
  return (english as Partial<Record<string, string>>)[id] ?? ''
}

const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator('.ui-skeleton, [aria-busy=true]').count()).toBe(0)
}

const screenOf = (path: string) =>
  screens.find((screen) => path === screen.path) ??
  screens.find(({ tabs, path: own }) => tabs && path.startsWith(own.replace('/:tab?', '')))!

const refusal = (page: Page) => page.getByText(/^(Not for the role|Not about your apps)/)

describe.each(kinds)('%s', (kind) => {
  let visit: RoleVisit
  beforeAll(async () => {
    visit = await visitAs(nameOf(kind))
  })
  afterAll(() => visit.close())

  test.each(screenPaths)('%s: opens without a refused call, or says why it does not', async (path) => {
    const { page } = visit
    // Between two screens the page is empty, so that nothing below is seen of the screen before.
    await visit.go('/nowhere')
    await expect.poll(() => page.title()).toContain(english['shell.notFound'])
    await visit.go(addressOf(path, parts))
    await expect.poll(() => page.title()).toContain(titleOf(path))
    await settled(page)
    const isRefused = !mayOpen(admins[kind], screenOf(path), parts['appId'])
    await expect.poll(() => refusal(page).count()).toBe(isRefused ? 1 : 0)
    expect(await visit.refused()).toEqual([])
    // What an owner sees is looked at in screens.browser.test.ts.
    if (kind !== 'owner') expect(await visit.axe()).toEqual([])
    if (path === '/dashboard') await visit.shoot(`dashboard-of-${kind.replaceAll(' ', '-')}`)
  })

  test('the navigation, the palette and the menu of the account offer what opens', async () => {
    const { page } = visit
    await visit.go(addressOf('/apps/:appId', parts))
    await settled(page)
    const nav = page.getByRole('navigation', { name: 'Navigation' })
    const shown = await nav.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const wanted = screens
      .filter(({ section }) => section !== undefined && section !== 'account')
      .filter((screen) => mayOpen(admins[kind], screen, parts['appId']))
      .map(({ path }) => `/console${addressOf(path, parts)}`)
    expect(shown.toSorted()).toEqual(wanted.toSorted())
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByText('Dashboard', { exact: true }).waitFor()
    const keys = mayOpen(admins[kind], screenOf('/keys')) ? 1 : 0
    expect(await palette.getByText('Key-encryption keys', { exact: true }).count()).toBe(keys)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Account of ${nameOf(kind)}` }).click()
    const role = { viewer: 'Viewer', support: 'Support', operator: 'Operator', owner: 'Owner' }[admins[kind].role]
    await page.getByText(`${nameOf(kind)} · ${role}`).waitFor()
    await page.keyboard.press('Escape')
    expect(await visit.refused()).toEqual([])
  })
})

test('another app is not for an admin of one app, and none of its lists has it', async () => {
  const visit = await visitAs(nameOf('operator of one app'), '/apps')
  const { page } = visit
  await settled(page)
  const other = (await harness.admin.apps.list()).find(({ name }) => name === 'Of others')!
  expect(await page.getByText('Of others').count()).toBe(0)
  for (const path of ['', '/settings', '/transactions', '/audit', '/game/rules']) {
    // oxlint-disable-next-line no-await-in-loop -- One page shows one after the other.
    await visit.go(`/apps/${other.id}${path}`)
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await page.getByText('Not about your apps').waitFor()
  }
  expect(await visit.refused()).toEqual([])
  await visit.close()
})

describe('a viewer is offered no call that changes something', () => {
  let visit: RoleVisit
  beforeAll(async () => {
    visit = await visitAs(nameOf('viewer'))
  })
  afterAll(() => visit.close())

  test.each(screenPaths)('%s', async (path) => {
    const { page } = visit
    await pressAll(page, async () => {
      await visit.open(addressOf(path, parts))
      await settled(page)
    })
    expect(await visit.refused()).toEqual([])
  })

  test('which would be found: of an owner who has just become a viewer', async () => {
    const { id } = await harness.admin.admins.create({ username: 'demoted', password, role: 'owner' })
    const { page, refused } = await visitAs('demoted', addressOf('/apps/:appId/game/boards', parts))
    await page.getByRole('button', { name: 'Build again', disabled: false }).waitFor()
    await harness.admin.admins.update({ id, role: 'viewer' })
    await pressAll(page, () => settled(page))
    expect(await refused()).toEqual([`POST /console/api/admin/apps/${parts['appId']}/game/boards/rebuild`])
  })
})

test('calls below an app’s path name it as the rules of reach expect', () => {
  const below = listRoutes<(typeof endpoints.apps)['list']>(endpoints as never).filter(({ route }) =>
    route.path.startsWith('/admin/apps/{'),
  )
  expect(below.filter(({ route }) => !/^(appId|id)$/.test(pathTokens(route.path)[0] ?? ''))).toEqual([])
})

test('a role that is lowered while a screen is open: the next refused call says so, and the screen follows', async () => {
  const { id } = await harness.admin.admins.create({ username: 'lowered', password, role: 'operator' })
  const visit = await visitAs('lowered', addressOf('/apps/:appId/settings', parts))
  const { page } = visit
  await page.getByLabel('Session lifetime').fill('86400')
  await harness.admin.admins.update({ id, role: 'viewer' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectText(page, 'Your role is Viewer now: an owner changed it')
  await expectText(page, 'Your role may read this')
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  expect(await page.getByLabel('Session lifetime').isEditable()).toBe(false)
  expect(await visit.axe()).toEqual([])
  await visit.shoot('settings-of-viewer')
  await harness.admin.admins.update({
    id,
    apps: [(await harness.admin.apps.list()).find(({ name }) => name === 'Of others')!.id],
  })
  await page.getByRole('link', { name: 'Login methods' }).click()
  // What was typed stays in sight until it is given up.
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expectText(page, 'An owner changed the apps that you look after')
  await page.getByText('Not about your apps').waitFor()
  await visit.close()
})
