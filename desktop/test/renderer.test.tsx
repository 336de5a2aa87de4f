import { ApiError, createClient, switchNames, type App } from '@openauth/client'
import { matchPath } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { Answer, ApiCall, Bridge } from '../src/ipc.ts'
import { hasSessionEnded } from '../src/renderer/api/query-client.ts'
import { ipcTransport } from '../src/renderer/api/transport.ts'
import { appsMeant } from '../src/renderer/app/apps-meant.ts'
import { isScreen } from '../src/renderer/app/desktop-links.tsx'
import { appPath, START_PATH } from '../src/renderer/navigation/addresses.ts'
import { screens } from '../src/renderer/app/routes.tsx'
import { crashTextOf } from '../src/renderer/app/screen-error.tsx'
import { isFieldIssue, issueOf } from '../src/renderer/components/problems.ts'
import { shownApps } from '../src/renderer/features/apps/list-apps.tsx'
import { enabledMethods } from '../src/renderer/lib/login-methods.ts'
import { newerOf } from '../src/renderer/lib/versions.ts'
import { pickLocale } from '../src/renderer/i18n/locales.ts'

const shop = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Shop <3',
  createdAt: Date.UTC(2026, 0, 2),
  ...Object.fromEntries(switchNames.map((name) => [name, name === 'googleEnabled' || name === 'solEnabled'])),
} as App

describe('the apps whose screens the palette offers', () => {
  const apps = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, name: at === 15 ? 'Arcade' : `Game ${at}` }))
  const meant = (typed: string, current?: string) => appsMeant(apps, typed, current).map(({ name }) => name)

  test('are those that what is typed names, also beside an open app', () => {
    expect(meant('branding ARC')).toEqual(['Arcade'])
    expect(meant('arcade', '3')).toEqual(['Arcade'])
    expect(meant('arcade', '15')).toEqual([])
  })

  test('are the first ones where it names none and no app is open', () => {
    expect(meant('branding')).toHaveLength(8)
    expect(meant('branding', '3')).toEqual([])
    expect(meant(' ')).toEqual([])
  })
})

describe('the screens', () => {
  test('have addresses and shortcuts of their own', () => {
    const paths = screens.map(({ path }) => path)
    const shortcuts = screens.flatMap(({ shortcut }) => shortcut ?? [])
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(shortcuts).size).toBe(shortcuts.length)
    expect(shortcuts.filter((keys) => !/^g [a-z]$/.test(keys))).toEqual([])
  })

  test('of the section of apps are below an app', () => {
    const outside = screens.filter(({ section, path }) => section === 'app' && !matchPath('/apps/:appId/*', path))
    expect(outside).toEqual([])
  })

  test('are what links may lead to, and nothing else is', () => {
    for (const path of ['/apps', `/apps/${shop.id}`, `/apps/${shop.id}/users/7`, '/account/password']) {
      expect(isScreen(path)).toBe(true)
    }
    for (const path of ['/', '/server', '/welcome', '/apps/1/users/2/3/4', '/nowhere'])
      expect(isScreen(path)).toBe(false)
  })

  test('begin with one that needs no app', () => expect(START_PATH).not.toContain(':'))
  test('of an app get its id', () => expect(appPath({ path: '/apps/:appId/users' }, shop.id)).toContain(shop.id))

  test.each(screens.map(({ path, component }) => [path, component] as const))(
    '%s can be loaded',
    async (_, component) => expect(await component()).toBeTypeOf('function'),
  )
})

describe('the list of apps', () => {
  const other = {
    ...shop,
    id: '00000000-0000-4000-8000-0000000000ff',
    name: 'Arena',
    createdAt: Date.UTC(2026, 1, 2),
  }
  const byName = { id: 'name', isDescending: false }

  test('is sorted by name or by time, in both directions', () => {
    expect(shownApps([shop, other], '', byName)).toEqual([other, shop])
    expect(shownApps([other, shop], '', { id: 'createdAt', isDescending: true })).toEqual([other, shop])
  })
  test('is searched by name and id, whatever the case', () => {
    expect(shownApps([shop, other], ' SHOP ', byName)).toEqual([shop])
    expect(shownApps([shop, other], '00ff', byName)).toEqual([other])
  })
  test('names the login methods that are switched on', () => {
    expect(enabledMethods(shop)).toEqual(['google', 'solana'])
    expect(enabledMethods({ ...shop, googleEnabled: false, solEnabled: false })).toEqual([])
  })
})

test('the language is the first of the wanted ones that has messages', () => {
  expect(pickLocale(['de-DE', 'ru-RU', 'en'])).toBe('ru')
  expect(pickLocale(['__proto__', 'de'])).toBe('en')
})

test('the text of a crash has the address and where the error was thrown', () => {
  expect(crashTextOf(new Error('Broken'), '/apps')).toMatch(/^\/apps\nError: Broken\n +at /)
  expect(crashTextOf('text', '/apps')).toBe('/apps\ntext')
})

describe('calls over ipc', () => {
  const calls: ApiCall[] = []
  const clientWith = (answer: Answer<unknown>) => {
    const api = async (call: ApiCall) => {
      calls.push(call)
      return answer
    }
    return createClient(ipcTransport(() => ({ api }) as unknown as Bridge))
  }

  test('send group, verb and input, and return the data of the envelope', async () => {
    const client = clientWith({ ok: true, result: { data: { initialized: true } } })
    expect(await client.setup.config()).toEqual({ initialized: true })
    expect(calls.at(-1)).toEqual({ group: 'setup', verb: 'config', input: {} })
  })

  test('fail with an ApiError with all fields of the answer', async () => {
    const issues = [{ path: 'name', message: 'too long' }]
    const error = { status: 400, message: 'The request is not valid', code: 'invalid_input', issues, retryAfter: 3 }
    const failure = await clientWith({ ok: false, error })
      .apps.create({ name: 'x' })
      .catch((thrown: unknown) => thrown)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject(error)
  })
})

test.each([
  ['0.1.0', '0.1.9', undefined],
  ['0.2.0', '0.1.9', 'console'],
  ['0.9.0', '0.10.0', 'server'],
  ['1.0.0', '0.10.0', 'console'],
  ['1.2.0', '2.0.0', 'server'],
  ['1.2.0', '', undefined],
  ['undefined', '1.2.0', undefined],
])('of the versions %s of the console and %s of the server, the newer one is %s', (ours, theirs, newer) =>
  expect(newerOf(ours, theirs)).toBe(newer),
)

test('a refused token ends the session, a wrong password does not', () => {
  expect(hasSessionEnded(new ApiError(401, { code: 'unauthorized' }))).toBe(true)
  expect(hasSessionEnded(new ApiError(401, { code: 'invalid_admin_login' }))).toBe(false)
})

test('an issue is displayed at its field, an error without a field above the button', () => {
  const error = new ApiError(400, { issues: [{ path: 'password', message: 'too short' }] })
  expect(issueOf(error, 'password')).toBe('Too short')
  expect(issueOf(error, 'username')).toBeUndefined()
  expect(isFieldIssue(error, ['password'])).toBe(true)
  expect(isFieldIssue(error, ['username'])).toBe(false)
  expect(isFieldIssue(new ApiError(503, {}), ['username'])).toBe(false)
})
