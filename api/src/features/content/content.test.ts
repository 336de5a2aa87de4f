import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '@openauth/client'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let adminToken: string
let admin: Client
beforeAll(async () => {
  server = await testServer()
  adminToken = await signInAsAdmin(server)
  admin = server.as(adminToken)
})
afterAll(() => server.stop())

const dapp = { name: 'Odyssey', url: 'https://odyssey.example/play' }

describe('dapps', () => {
  test("are answered in Strapi's form, by name too, and edited by admins", async () => {
    const { id } = await admin.dapps.create({ ...dapp, logoUrl: 'https://cdn.example/logo.png' })
    await admin.dapps.create({ name: 'Staking', url: '/earn' })
    const read = async (query: string) => (await server.send('GET', `/content/sonicx-games?${query}`)).body
    const all = await read('populate=*')
    expect(all.meta).toEqual({ pagination: { page: 1, pageSize: 100, pageCount: 1, total: 2 } })
    expect(all.data[0]).toEqual({
      ...{ id, documentId: String(id), ...dapp, description: null, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      ...{ logo: { url: 'https://cdn.example/logo.png' }, bgImg: null, borderColor: '#FBB042', bgColor: '#CB7419' },
    })
    for (const query of [
      'populate=*&filters[name][$eq]=odyssey',
      'populate=*&name=Odyssey',
      'filters%5Bname%5D%5B%24eq%5D=Odyssey',
    ])
      expect((await read(query)).data.map(({ name }: { name: string }) => name)).toEqual(['Odyssey'])
    expect((await read('name=Nothing')).data).toEqual([])
    const second = await read('pagination[page]=2&pagination[pageSize]=1')
    expect(second.data.map(({ name }: { name: string }) => name)).toEqual(['Staking'])
    expect(second.meta).toEqual({ pagination: { page: 2, pageSize: 1, pageCount: 2, total: 2 } })

    expect((await admin.dapps.update({ id, description: 'Quests', bgColor: '#000000' })).bgColor).toBe('#000000')
    expect((await admin.dapps.update({ id, logoUrl: null })).logoUrl).toBeNull()
    expect(await admin.dapps.get({ id })).toMatchObject({ description: 'Quests', logoUrl: null })
    expect((await admin.dapps.list()).meta.totalItems).toBe(2)
    await admin.dapps.delete({ id })
    await expect(admin.dapps.get({ id })).rejects.toMatchObject({ status: 404, code: 'dapp_not_found' })
    const { data } = await admin.audit.list({})
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['dapp.create', 'dapp.update', 'dapp.delete']),
    )
  })

  test('have unique names regardless of case; of ten concurrent creations one succeeds', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        admin.dapps.create({ name: index % 2 ? 'TWIN' : 'twin', url: 'https://twin.example' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(admin.dapps.create({ name: 'Twin', url: '/x' })).rejects.toMatchObject({ code: 'dapp_exists' })
  })

  test.each([
    { url: 'javascript:alert(1)' },
    { url: 'JavaScript:alert(1)' },
    { url: 'data:text/html,x' },
    { url: '//evil.example' },
    { url: '/\\evil.example' },
    { url: 'https://' },
    { url: 'https://a.example/\nx' },
    { url: 'ftp://a.example' },
    { url: '' },
    { name: '' },
    { name: 'a\u200Bb' },
    { logoUrl: 'javascript:alert(1)' },
    { bgImgUrl: 'data:image/svg+xml,<svg/>' },
    { borderColor: 'red' },
    { bgColor: '#FBB042;background:url(x)' },
  ])('XSS: %j is refused', async (change) => {
    const answer = await server.send('POST', '/admin/dapps', { token: adminToken, body: { ...dapp, ...change } })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  })
})

test('the game center lists its games in their order', async () => {
  const last = await admin.gameCenters.create({ name: 'Last', link: 'https://b.example', order: 9 })
  await admin.gameCenters.create({ name: 'First', link: 'https://a.example', order: -1 })
  const read = async () => (await server.send('GET', '/content/sonicx-game-centers?populate=*')).body.data
  expect((await read()).map(({ name }: { name: string }) => name)).toEqual(['First', 'Last'])
  await admin.gameCenters.update({ id: last.id, order: -5, logoUrl: 'https://cdn.example/l.png' })
  expect((await read())[0]).toMatchObject({
    name: 'Last',
    link: 'https://b.example',
    order: -5,
    logo: { url: 'https://cdn.example/l.png' },
  })
  await admin.gameCenters.delete({ id: last.id })
  await expect(admin.gameCenters.update({ id: last.id, order: 1 })).rejects.toMatchObject({ code: 'game_not_found' })
  expect((await admin.gameCenters.list()).data).toHaveLength(1)
})
