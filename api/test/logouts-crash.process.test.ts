import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeClient } from '../src/features/oidc-provider/provider.testing.ts'
import { freePort } from '../src/testing.ts'
import { createCrashWorld } from './crash-world.ts'

/** A client's endpoint for back-channel log-outs, and the sessions that it was told of. */
const startReceiver = async () => {
  const told = new Set<unknown>()
  const listener = createServer(async (request, response) => {
    told.add(decodeJwt(new URLSearchParams(await text(request)).get('logout_token')!)['sid'])
    response.writeHead(204).end()
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => void listener.close())
  return { told, address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/logout` }
}

test('after kill -9 among log-outs a client is told of each session that ended, and of no other', async () => {
  const { told, address } = await startReceiver()
  // Its issuer has the port.
  const PORT = String(await freePort())
  const world = await createCrashWorld({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1', PORT })
  const { appId, admin, as, guest, kill, restart, rows } = world
  await admin().apps.update({ id: appId, oidcProviderEnabled: true })
  const server = { url: world.url() }
  const client = await makeClient({ server, admin: admin(), app: { id: appId } }, { backchannelLogoutUri: address })
  const sidOf = new Map<string, unknown>()
  const tokens: string[] = []
  for (let index = 0; index < 24; index++) {
    const credentials = { appId, username: `user ${index}`, password: 'password' }
    const { token } = await guest().login.username({ ...credentials, type: 'register' })
    const claims = (await client.logIn(token)).claims()!
    sidOf.set(claims.sub, claims['sid'])
    tokens.push(token)
  }
  let answers = 0
  const calls = tokens.map(async (token) => {
    await as(token).account.logout()
    answers += 1
    if (answers === 6) await kill()
  })
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  const left = new Set((await rows<{ userId: string }>(`SELECT "userId" FROM "Session"`)).map(({ userId }) => userId))
  const ended = [...sidOf].filter(([userId]) => !left.has(userId)).map(([, sid]) => sid)
  expect(ended.length).toBeGreaterThanOrEqual(6)
  // The killed server had claimed some for a minute.
  await rows(`UPDATE "OidcLogout" SET "dueAt" = now()`)
  await restart()
  const waiting = () => rows(`SELECT 1 FROM "OidcLogout"`)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000, interval: 100 })
  expect([...told].toSorted()).toEqual(ended.toSorted())
})
