import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, type LoginWorld, pageOrigin, startLoginWorld } from './testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

/** A login with GitHub from the start at this server to the answer that redirects to its page. */
const landOn = async (redirectUrl: string, choice?: 'cancel') => {
  const query = new URLSearchParams({ redirectUrl, endpoint: harness.server.url })
  const start = await fetch(`${harness.server.url}/auth/${harness.app.id}/github/oauth?${query.toString()}`, {
    redirect: 'manual',
  })
  const back = await harness.world.consent(start.headers.get('location')!, choice ?? harness.world.people[0])
  const answer = await fetch(back.url, { redirect: 'manual', headers: { cookie: cookieOf(start) } })
  const to = new URL(answer.headers.get('location')!)
  return { to, intent: to.searchParams.get('auth_intent'), cookie: answer.headers.get('set-cookie') }
}

test("S3: a login that returns to the server's own page has a cookie that only this browser has", async () => {
  const { intent, cookie } = await landOn(`${harness.server.url}/earn`)
  expect(intent).toMatch(/^login-[\w-]{43}$/)
  expect(cookie).toBe(`openauth_intent=${intent}; Max-Age=300; Path=/; SameSite=Lax`)
  expect((await landOn(`${harness.server.url}/earn`)).intent).not.toBe(intent)
})

test('S3: pages with their own state, other origins and failures get no cookie', async () => {
  for (const page of [`${harness.server.url}/earn?auth_intent=login-1-2-3-4`, `${pageOrigin}/`])
    expect((await landOn(page)).cookie).toBeNull()
  const failed = await landOn(`${harness.server.url}/earn`, 'cancel')
  expect([failed.intent, failed.cookie]).toEqual([null, null])
})
