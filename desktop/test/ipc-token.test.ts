import { contract, listRoutes } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { ipcHarness, listApps, login } from './ipc-harness.ts'
import { asOpenAuth, json, TOKEN } from './server.ts'

const { start, send, server, session } = ipcHarness()

describe('the token', () => {
  test('of a login signs the console in and is sent with admin calls', async () => {
    expect(await send('api', login)).toEqual({ ok: true, result: { data: {} } })
    expect(await send('server.get')).toMatchObject({ result: { signedIn: true } })
    expect(await send('api', listApps)).toEqual({ ok: true, result: { data: [] } })
    expect(server().received.at(-1)).toMatchObject({ path: '/admin/apps', authorization: `Bearer ${TOKEN}` })
  })

  test('is in no answer to any call', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const anything = { id, appId: id, username: 'ada', password: 'correct horse', name: 'Shop' }
    for (const { group, verb } of [{ group: 'setup', verb: 'login' }, ...listRoutes(contract)]) {
      const input = { ...anything, ...(group.startsWith('admin') && group === 'admins' ? { id: 1 } : {}) }
      expect(JSON.stringify(await send('api', { group, verb, input })), `${group} ${verb}`).not.toContain(TOKEN)
    }
    expect(server().received.some(({ path }) => path === '/user/login-username')).toBe(true)
    expect(JSON.stringify(await send('server.get'))).not.toContain(TOKEN)
  })

  test('is not sent with public calls', async () => {
    await send('api', login)
    await send('api', { group: 'setup', verb: 'config', input: {} })
    expect(server().received.at(-1)).toMatchObject({ path: '/admin/config', authorization: undefined })
  })

  test('is not sent to another server, and is used again after switching back', async () => {
    await send('api', login)
    const other = await start(asOpenAuth)
    expect(await send('server.set', { address: other.address })).toMatchObject({ result: { signedIn: false } })
    expect(await send('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized' } })
    await send('api', { group: 'setup', verb: 'config', input: {} })
    expect(JSON.stringify(other.received)).not.toContain(TOKEN)
    expect(await send('server.set', { address: server().address })).toMatchObject({ result: { signedIn: true } })
    expect(await send('api', listApps)).toMatchObject({ ok: true })
  })

  test('that arrives after a change of the server stays with the server that sent it', async () => {
    let finish = () => {}
    const slow = await start((_, response) => {
      finish = () => json(response, 200, { data: { token: TOKEN } })
    })
    await send('server.set', { address: slow.address })
    const pending = send('api', login)
    await expect.poll(() => slow.received.length).toBe(1)
    await send('server.set', { address: server().address })
    finish()
    await pending
    expect(session().server()).toEqual({ address: server().address, signedIn: false })
    expect(await send('api', listApps)).toMatchObject({ error: { code: 'unauthorized' } })
    expect(server().received).toEqual([])
  })

  test('that arrives after its server was removed is dropped', async () => {
    const pending = send('api', login)
    await send('servers.remove', { address: server().address })
    await pending
    await send('server.set', { address: server().address })
    expect(session().server().signedIn).toBe(false)
  })

  test('and the password do not follow a redirect', async () => {
    const target = await start(asOpenAuth)
    const redirecting = await start((_, response) => {
      response.writeHead(307, { location: `${target.address}/admin/login` }).end()
    })
    await send('server.set', { address: redirecting.address })
    const refused = await send('api', login)
    expect(refused).toMatchObject({
      ok: false,
      error: { status: 0, code: 'connection_redirect', address: redirecting.address },
    })
    expect(target.received).toEqual([])
  })

  test('is removed at sign-out, even if the server is unreachable', async () => {
    await send('api', login)
    await server().stop()
    expect(await send('api', { group: 'setup', verb: 'logout', input: {} })).toMatchObject({ ok: false })
    expect(session().server().signedIn).toBe(false)
  })

  test('is removed once the server refuses it', async () => {
    await session().signIn({ address: server().address, token: 'revoked' })
    expect(await send('api', listApps)).toMatchObject({ error: { status: 401, code: 'unauthorized', requestId: 'r1' } })
    expect(session().server().signedIn).toBe(false)
  })

  test('stays if an answer has the code of a refusal with another status', async () => {
    const proxied = await start((_, response) => json(response, 403, { message: 'No', code: 'unauthorized' }))
    await send('server.set', { address: proxied.address })
    await session().signIn({ address: proxied.address, token: TOKEN })
    expect(await send('api', listApps)).toMatchObject({ ok: false })
    expect(session().server()).toEqual({ address: proxied.address, signedIn: true })
  })

  test('of a newer session stays after a late refusal of the older one', async () => {
    await session().signIn({ address: server().address, token: 'older' })
    const late = send('api', listApps)
    await session().signIn({ address: server().address, token: TOKEN })
    expect(await late).toMatchObject({ ok: false })
    expect(session().server().signedIn).toBe(true)
  })
})
