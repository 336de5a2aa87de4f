import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestUser } from '../../../../testing.ts'
import { type LoginWorld, startLoginWorld } from '../../../login/testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
  await harness.admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
})
afterAll(() => harness.stop())

const user = () => signInAs(harness.server, harness.app.id, `holder ${(serial += 1)}`)

/** Moves the start of the user's sessions into the past. */
const age = ({ id: userId }: TestUser, minutes: number) =>
  harness.server.resources.db.prisma.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - minutes * 60_000) },
  })

const ask = ({ token }: TestUser, body: object = {}) =>
  harness.server.send('POST', '/user/solana/private-key', { token, body })

test('the exported key is the key of the wallet in the import format of wallets; the export is audited and not cached', async () => {
  const holder = await user()
  const answer = await ask(holder)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const pair = Keypair.fromSecretKey(base58.decode(answer.body.data))
  expect(pair.publicKey.toBase58()).toBe((await holder.client.account.wallets()).solWallet)
  const events = await harness.admin.audit.list({ appId: harness.app.id, action: 'user.key-export' })
  expect(events.data[0]).toMatchObject({ actorId: holder.id, targetId: holder.id })
  expect(JSON.stringify(events)).not.toContain(answer.body.data)
})

describe('private key export abuse', () => {
  test('a session with a login older than five minutes needs a reauthentication', async () => {
    const holder = await user()
    await age(holder, 6)
    const { status, body } = await ask(holder)
    expect([status, body.code]).toEqual([403, 'reauthentication_required'])
    expect(body.message).not.toBe('Unauthorized')
    await age(holder, 4)
    expect((await ask(holder)).status).toBe(200)
  })

  test('an old session can export with the password, not with a wrong one', async () => {
    const holder = await user()
    await age(holder, 60)
    expect((await ask(holder, { password: 'not that one' })).body.code).toBe('incorrect_password')
    expect((await ask(holder, { password: `password of holder ${serial}` })).status).toBe(200)
  })

  test('an old session can export with the proof of a bound account, not of another one', async () => {
    const holder = await user()
    await holder.client.bind.telegram({ data: harness.world.telegram.initData(harness.world.people[1]) })
    await age(holder, 60)
    const { prisma } = harness.server.resources.db
    const confirmedAt = new Date(Date.now() - 25 * 3_600_000)
    await prisma.identity.updateMany({ where: { userId: holder.id, provider: 'telegram' }, data: { confirmedAt } })
    // Newer init data than at the bind, as when the mini-app is opened again.
    const authDate = Math.floor(Date.now() / 1000) - 60
    const proof = (person: number) => ({
      proof: { method: 'telegram', data: harness.world.telegram.initData(harness.world.people[person], { authDate }) },
    })
    expect((await ask(holder, proof(0))).body.code).toBe('account_mismatch')
    expect((await ask(holder, proof(1))).status).toBe(200)
    const { idToken } = await harness.world.issue.google()
    expect((await ask(holder, { proof: { method: 'google', idToken } })).body.code).toBe('token_refused')
    expect((await ask(holder, { proof: { method: 'username' } })).body.code).toBe('invalid_input')
  })

  test('a new app refuses the export with export_disabled', async () => {
    const other = await harness.newApp(`No export ${(serial += 1)}`)
    const holder = await signInAs(harness.server, other.id, 'holder')
    expect(await ask(holder)).toMatchObject({ status: 403, body: { code: 'export_disabled' } })
  })

  test('the eleventh export in an hour is refused', async () => {
    const holder = await user()
    const statuses = []
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await ask(holder)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
  })
})
