import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, type LoginWorld, pageOrigin, startLoginWorld } from './testing.ts'

let at: LoginWorld
beforeAll(async () => {
  at = await startLoginWorld()
})
afterAll(() => at.stop())

/** A login with GitHub that begins at the server, up to the answer that sends the browser on to its page. */
const comesBackTo = async (redirectUrl: string, choice?: 'cancel') => {
  const query = new URLSearchParams({ redirectUrl, endpoint: at.server.url })
  const start = await fetch(`${at.server.url}/auth/${at.app.id}/github/oauth?${query.toString()}`, {
    redirect: 'manual',
  })
  const back = await at.world.consent(start.headers.get('location')!, choice ?? at.world.people[0])
  const answer = await fetch(back.url, { redirect: 'manual', headers: { cookie: cookieOf(start) } })
  const to = new URL(answer.headers.get('location')!)
  return { to, intent: to.searchParams.get('auth_intent'), cookie: answer.headers.get('set-cookie') }
}

test("S3: a login that comes back to the server's own page carries a mark that only this browser has", async () => {
  const { intent, cookie } = await comesBackTo(`${at.server.url}/earn`)
  expect(intent).toMatch(/^login-[\w-]{43}$/)
  expect(cookie).toBe(`openauth_intent=${intent}; Max-Age=300; Path=/; SameSite=Lax`)
  expect((await comesBackTo(`${at.server.url}/earn`)).intent).not.toBe(intent)
})

test('S3: pages that remember by themselves, other origins and failures get none', async () => {
  for (const page of [`${at.server.url}/earn?auth_intent=login-1-2-3-4`, `${pageOrigin}/`])
    expect((await comesBackTo(page)).cookie).toBeNull()
  const failed = await comesBackTo(`${at.server.url}/earn`, 'cancel')
  expect([failed.intent, failed.cookie]).toEqual([null, null])
})
