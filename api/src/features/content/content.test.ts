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
      id,
      documentId: String(id),
      ...dapp,
      description: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      logo: { url: 'https://cdn.example/logo.png' },
      bgImg: null,
      borderColor: '#FBB042',
      bgColor: '#CB7419',
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

describe('the order of the players’ lists', () => {
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const orders = async (action: string) => (await admin.audit.list({ action })).data.map(({ details }) => details)
  const playersSee = async (path: string) => names((await server.send('GET', `/content/${path}`)).body.data)

  test('dapps are added at the end, reordered as a whole, and listed so for players', async () => {
    for (const { id } of (await admin.dapps.list({ limit: 100 })).data) await admin.dapps.delete({ id })
    const [zebra, ape, moose] = [
      await admin.dapps.create({ name: 'Zebra', url: '/z' }),
      await admin.dapps.create({ name: 'Ape', url: '/a' }),
      await admin.dapps.create({ name: 'Moose', url: '/m' }),
    ]
    expect(await playersSee('sonicx-games')).toEqual(['Zebra', 'Ape', 'Moose'])
    await admin.dapps.reorder({ ids: [moose.id, zebra.id, ape.id] })
    expect(await playersSee('sonicx-games')).toEqual(['Moose', 'Zebra', 'Ape'])
    expect(names((await admin.dapps.list()).data)).toEqual(['Moose', 'Zebra', 'Ape'])
    expect((await orders('dapp.reorder'))[0]).toEqual({
      changed: ['order'],
      before: { order: ['Zebra', 'Ape', 'Moose'] },
      after: { order: ['Moose', 'Zebra', 'Ape'] },
    })

    const refused = (ids: number[]) => admin.dapps.reorder({ ids }).catch((error: unknown) => error)
    expect(await refused([moose.id, zebra.id])).toMatchObject({
      status: 409,
      code: 'order_outdated',
      message: expect.stringContaining('it also has Ape'),
    })
    await admin.dapps.delete({ id: ape.id })
    expect(await refused([ape.id, moose.id, zebra.id])).toMatchObject({
      code: 'order_outdated',
      message: expect.stringContaining(`it has no ${ape.id}`),
    })
    expect(await refused([moose.id, moose.id])).toMatchObject({ code: 'invalid_input' })
    expect(await playersSee('sonicx-games')).toEqual(['Moose', 'Zebra'])
  })

  test('games without an order come last; a reorder numbers them anew', async () => {
    for (const { id } of (await admin.gameCenters.list({ limit: 100 })).data) await admin.gameCenters.delete({ id })
    const far = await admin.gameCenters.create({ name: 'Far', link: '/far', order: 1_000_000 })
    const next = await admin.gameCenters.create({ name: 'Next', link: '/next' })
    expect(await playersSee('sonicx-game-centers')).toEqual(['Far', 'Next'])
    await admin.gameCenters.reorder({ ids: [next.id, far.id] })
    expect((await admin.gameCenters.list()).data.map(({ name, order }) => [name, order])).toEqual([
      ['Next', 1],
      ['Far', 2],
    ])
    expect(await playersSee('sonicx-game-centers')).toEqual(['Next', 'Far'])
  })

  test('of orders and additions at the same time each is complete or refused', async () => {
    const { data } = await admin.dapps.list()
    const ids = data.map(({ id }) => id)
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 5 }, (_, index) => admin.dapps.create({ name: `New ${index}`, url: '/new' })),
      ...Array.from({ length: 5 }, (_, index) => admin.dapps.reorder({ ids: index % 2 ? ids : ids.toReversed() })),
    ])
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(new Set([...reasons, 'order_outdated'])).toEqual(new Set(['order_outdated']))
    const places = (await admin.dapps.list({ limit: 100 })).data.map(({ position }) => position)
    expect(new Set(places).size).toBe(places.length)
  })

  test('a change on top of one that the operator has not seen is refused', async () => {
    const entry = await admin.gameCenters.create({ name: 'Versioned', link: '/v' })
    const changed = await admin.gameCenters.update({ id: entry.id, link: '/w', expectedUpdatedAt: entry.updatedAt })
    expect(changed.updatedAt).toBeGreaterThan(entry.updatedAt)
    const late = admin.gameCenters.update({ id: entry.id, link: '/x', expectedUpdatedAt: entry.updatedAt })
    await expect(late).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const dapp = await admin.dapps.create({ name: 'Versioned', url: '/v' })
    await admin.dapps.update({ id: dapp.id, url: '/w', expectedUpdatedAt: dapp.updatedAt })
    const lateDapp = admin.dapps.update({ id: dapp.id, url: '/x', expectedUpdatedAt: dapp.updatedAt })
    await expect(lateDapp).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect((await admin.dapps.get({ id: dapp.id })).url).toBe('/w')
  })

  test('a change is audited with what was and what is, and only what differs', async () => {
    const game = await admin.gameCenters.create({ name: 'Told', link: '/told' })
    await admin.gameCenters.update({ id: game.id, link: '/new', name: 'Told' })
    expect((await orders('game-center.update'))[0]).toEqual({
      name: 'Told',
      changed: ['link'],
      before: { link: '/told' },
      after: { link: '/new' },
    })
    await admin.gameCenters.delete({ id: game.id })
    expect((await orders('game-center.delete'))[0]).toMatchObject({ name: 'Told', link: '/new', logoUrl: null })
  })
})
