import type { Client } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../testing.ts'
import { ethereumWallet } from './login/wallets.testing.ts'
import { writeLookalikeKeys } from './distinct-names.ts'

let server: TestServer
let admin: Client
let token: string
let app: TestApp

beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'Names')
})
afterAll(() => server.stop())

const register = (username: string, appId = app.id) =>
  server.as().login.username({ appId, username, password: 'a long password', type: 'register' })
const refused = (code: string) => ({ status: 400, code })

describe('S18: a new username', () => {
  test.each(['раураl', 'аdmin', 'gооgle'])('%s mixes scripts and is refused, to partners too', async (username) => {
    await expect(register(username)).rejects.toMatchObject(refused('name_mixes_scripts'))
    const password = 'a long password'
    await expect(app.client.appUsers.findOrCreate({ username, password })).rejects.toMatchObject(
      refused('name_mixes_scripts'),
    )
    expect((await app.client.appUsers.list({ search: username })).data).toEqual([])
  })

  test.each(['admin', 'Support', 'ｏｐｅｎａｕｔｈ', 'ROOT', 'ѕуѕтем'])(
    '%s is reserved, or reads as what is',
    async (username) => {
      const outcome = register(username)
      if (username === 'ѕуѕтем') await outcome
      else await expect(outcome).rejects.toMatchObject(refused('name_reserved'))
    },
  )

  test('that reads as one of the app in another script is refused; in another app it is free', async () => {
    await signInAs(server, app.id, 'paypal')
    await expect(register('раураӏ')).rejects.toMatchObject(refused('name_looks_alike'))
    await register('раураӏ', (await createTestApp(server, token, 'Elsewhere')).id)
    await register('ѕсоре')
    await expect(register('scope')).rejects.toMatchObject(refused('name_looks_alike'))
  })

  test('in ASCII is compared as it is typed with others in ASCII', async () => {
    await register('modern')
    await register('rnodern')
    await expect(register('MODERN')).rejects.toMatchObject(refused('username_exists'))
  })

  test.each(['admin\uFFFC', 'ad\u{1D159}min', '\u2800\u2800\u2800'])(
    'S18: %j shows what nobody sees and is refused',
    async (username) => {
      await expect(register(username)).rejects.toMatchObject(refused('invalid_input'))
    },
  )

  test('S18: of two look-alikes at once one is registered', async () => {
    for (const [name, alike] of [
      ['coco', 'сосо'],
      ['pope', 'роре'],
      ['cocoa pop', 'сосоа рор'],
    ] as const) {
      const outcomes = await Promise.allSettled([register(name), register(alike)])
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
      expect(reasons).toMatchObject([refused('name_looks_alike')])
    }
  })

  test('S18: that reads as one whose removal was undone is refused', async () => {
    const user = await signInAs(server, app.id, 'peace')
    await admin.apps.update({
      id: app.id,
      ethEnabled: true,
      redirectOrigins: ['https://page.example'],
      credentialDelaySeconds: 0,
    })
    const wallet = ethereumWallet()
    const challengeInput = {
      appId: app.id,
      chain: 'ethereum',
      address: wallet.address,
      uri: 'https://page.example',
    } as const
    const { message } = await user.client.login.challenge({ ...challengeInput, purpose: 'bind' })
    const signature = await wallet.sign(message)
    await user.client.bind.ethereum({ ethAddress: wallet.address, message, signature })
    await user.client.bind.unbind({ provider: 'username' })
    const [change] = await user.client.account.accountChanges()
    const { message: text } = await user.client.login.challenge({ ...challengeInput, purpose: 'reauthenticate' })
    const shown = { method: 'ethereum', ethAddress: wallet.address, message: text, signature: await wallet.sign(text) }
    const body = { proof: shown }
    const reauthenticated = await server.send('POST', '/user/reauthenticate', { token: user.token, body })
    const { token: reauthenticationToken } = reauthenticated.body.data
    await user.client.account.undoAccountChange({ id: change!.id, reauthenticationToken })
    await expect(register('реасе')).rejects.toMatchObject(refused('name_looks_alike'))
  })

  test('is compared with names from before there were keys, once those are written at a start', async () => {
    const { prisma } = server.resources.db
    await signInAs(server, app.id, 'tiger')
    const where = { appId: app.id, subject: 'tiger' }
    await prisma.identity.updateMany({ where, data: { lookalikeKey: null } })
    await writeLookalikeKeys(prisma)
    await expect(register('тigеr')).rejects.toMatchObject(refused('name_mixes_scripts'))
    expect((await prisma.identity.findFirstOrThrow({ where })).lookalikeKey).toBe('tlger')
    expect(await prisma.identity.count({ where: { provider: 'username', lookalikeKey: null } })).toBe(0)
  })
})

test('S18: users with such names from before still log in', async () => {
  const { prisma } = server.resources.db
  for (const [index, username] of ['аdmin', 'support', 'раураl'].entries()) {
    const user = await signInAs(server, app.id, `before ${index}`)
    await prisma.identity.updateMany({
      where: { userId: user.id },
      data: { subject: username, display: username },
    })
    const password = `password of before ${index}`
    const login = await server.as().login.username({ appId: app.id, username, password, type: 'login' })
    expect((await server.as(login.token).account.profile()).id).toBe(user.id)
  }
})

describe('S18: names of admins and apps', () => {
  const password = 'a long password'

  test('of several scripts, or that read as another, are refused to new admins and to renamed ones', async () => {
    const { id } = await admin.admins.create({ username: 'scope', password })
    await expect(admin.admins.create({ username: 'оperator', password })).rejects.toMatchObject(
      refused('name_mixes_scripts'),
    )
    await expect(admin.admins.create({ username: 'ѕсоре', password })).rejects.toMatchObject(
      refused('name_looks_alike'),
    )
    const other = await admin.admins.create({ username: 'second', password })
    await expect(admin.admins.update({ id: other.id, username: 'ѕсоре' })).rejects.toMatchObject(
      refused('name_looks_alike'),
    )
    expect((await admin.admins.update({ id, username: 'Scope' })).username).toBe('Scope')
    expect((await admin.admins.create({ username: 'admin', password })).username).toBe('admin')
  })

  test('of apps likewise; what is not renamed keeps its name', async () => {
    const { id } = await admin.apps.create({ name: 'ѕсоре' })
    await expect(admin.apps.create({ name: 'scope' })).rejects.toMatchObject(refused('name_looks_alike'))
    await expect(admin.apps.create({ name: 'Оpen Game' })).rejects.toMatchObject(refused('name_mixes_scripts'))
    await expect(admin.apps.update({ id, name: 'Nаmes' })).rejects.toMatchObject(refused('name_mixes_scripts'))
    await server.resources.db.prisma.app.update({ where: { id }, data: { name: 'Nаmes', nameKey: 'nаmes' } })
    expect((await admin.apps.update({ id, name: 'Nаmes', description: 'kept' })).description).toBe('kept')
  })
})
