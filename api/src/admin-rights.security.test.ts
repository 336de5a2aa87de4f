import { adminRoles } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { appsInReach, requireCall, requireRights } from './admin-rights.ts'
import type { AdminIdentity } from './handler.ts'

const APP = '0d9f3a52-6c1b-4e8a-9f57-2b1c8e4a7d10'
const OTHER = '5e7c1f84-3b2a-4d69-8c0e-91a6f2b3c4d5'
const adminOf = (more: Partial<AdminIdentity> = {}): AdminIdentity => ({
  kind: 'admin',
  adminId: 7,
  sessionId: 'session',
  role: 'owner',
  appIds: null,
  ...more,
})
const codeOf = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'allowed'
}

describe('a role', () => {
  const cases = adminRoles.flatMap((role, has) =>
    adminRoles.map((needed, needs) => [role, needed, has >= needs] as const),
  )
  test.each(cases)('%s for a call that needs %s: %j', (role, needed, isEnough) => {
    const call = () => requireRights(adminOf({ role }), { path: '/admin/jobs', role: needed }, {})
    expect(codeOf(call)).toBe(isEnough ? 'allowed' : 'role_too_low')
  })
  test('is named in the refusal, with the one that is needed', () => {
    const call = () => requireRights(adminOf({ role: 'viewer' }), { path: '/admin/jobs', role: 'operator' }, {})
    expect(call).toThrow('This needs the role operator, and yours is viewer')
  })
  test('a route without a role is for nobody: that is no route of admins', () => {
    const call = () => requireRights(adminOf(), { path: '/admin/jobs' }, {})
    expect(codeOf(call)).toBe('role_too_low')
    expect(call).toThrow('This needs the role owner')
  })
})

describe('an admin of some apps', () => {
  const own = adminOf({ role: 'operator', appIds: [APP] })
  test.each([
    ['/admin/apps/{id}', { id: APP }, 'allowed'],
    ['/admin/apps/{id}', { id: APP.toUpperCase() }, 'allowed'],
    ['/admin/apps/{id}', { id: OTHER }, 'outside_your_apps'],
    ['/admin/apps/{id}', {}, 'outside_your_apps'],
    ['/admin/apps/{appId}/users/{id}', { appId: APP, id: OTHER }, 'allowed'],
    ['/admin/apps/{appId}/users/{id}', { appId: OTHER, id: APP }, 'outside_your_apps'],
    ['/admin/jobs', { id: APP }, 'outside_your_apps'],
  ] as [`/${string}`, Record<string, string>, string][])('%s with %j: %s', (path, params, expected) => {
    expect(codeOf(() => requireRights(own, { path, role: 'viewer' }, params))).toBe(expected)
    expect(codeOf(() => requireRights(adminOf(), { path, role: 'viewer' }, params))).toBe('allowed')
  })
  test('lists are of the own apps, or of one of them', () => {
    expect(appsInReach(own)).toEqual([APP])
    expect(appsInReach(own, APP.toUpperCase())).toEqual([APP.toUpperCase()])
    expect(codeOf(() => appsInReach(own, OTHER))).toBe('outside_your_apps')
    expect(appsInReach(adminOf())).toBeUndefined()
    expect(appsInReach(adminOf(), OTHER)).toEqual([OTHER])
    expect(appsInReach(adminOf({ appIds: [] }))).toEqual([])
    expect(codeOf(() => appsInReach(adminOf({ appIds: [] }), APP))).toBe('outside_your_apps')
  })
})

describe('a service token', () => {
  const tokenFor = (calls: readonly string[] | null) => ({ serviceToken: { name: 'ci', calls, expiresAt: new Date() } })
  test.each([
    [null, {}, 'apps.list', 'allowed'],
    [['apps.list'], {}, 'apps.list', 'allowed'],
    [['apps.*'], {}, 'apps.list', 'allowed'],
    [['apps.*'], {}, 'appsOther.list', 'call_not_in_token'],
    [['apps.list'], {}, 'apps.listAll', 'call_not_in_token'],
    [[], {}, 'apps.list', 'call_not_in_token'],
    [null, { person: true as const }, 'admins.create', 'person_required'],
    [['admins.create'], { person: true as const }, 'admins.create', 'person_required'],
  ])('for %j at a call %j: %s is %s', (calls, route, call, expected) => {
    expect(codeOf(() => requireCall(tokenFor(calls), route, call))).toBe(expected)
    expect(codeOf(() => requireCall({}, route, call))).toBe('allowed')
  })
})
