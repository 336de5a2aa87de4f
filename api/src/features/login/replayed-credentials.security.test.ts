import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inParallel } from '../../testing.ts'
import { newInitData } from './init-data.testing.ts'
import { redirected } from './purposes.testing.ts'
import { type LoginWorld, startLoginWorld } from './testing.ts'
import { ethereumWallet, solanaWallet } from './wallets.testing.ts'

// S1: whoever steals a session may have the credential with which it began. A second login with it confirms no account
// changes.

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
})
afterAll(() => harness.stop())

const newApp = async () => {
  const { id } = await harness.newApp(`Replayed ${(serial += 1)}`)
  await harness.admin.apps.update({ id, privateKeyExportEnabled: true, legacyWalletLogin: true })
  return id
}

const logIn = async (method: string, appId: string, proof: object): Promise<string> => {
  const { status, body } = await harness.server.send('POST', `/user/login-${method}`, { body: { appId, ...proof } })
  expect(status).toBe(200)
  return body.data.token as string
}

const keyOf = async (token: string): Promise<number | string> => {
  const { status, body } = await harness.server.send('POST', '/user/solana/private-key', { token, body: {} })
  return status === 200 ? 200 : (body.code as string)
}

/** Ends the first session, as its token's holder can, or its expiry. */
const end = async (token: string) => {
  const { account } = harness.server.as(token)
  const { id } = (await account.sessions()).find(({ current }) => current)!
  await account.revokeSession({ id })
}

describe('S1: init data', () => {
  test('S1: init data confirms nothing after the session that it started has ended', async () => {
    const appId = await newApp()
    const proof = { data: newInitData(harness) }
    const owner = await logIn('telegram', appId, proof)
    await end(owner)
    expect(await keyOf(await logIn('telegram', appId, proof))).toBe('reauthentication_required')
  })

  test('S1: of concurrent logins with the same init data, one confirms', async () => {
    const appId = await newApp()
    const proof = { data: newInitData(harness) }
    const tokens = await inParallel(20, () => logIn('telegram', appId, proof))
    const outcomes = await inParallel(tokens.length, (index) => keyOf(tokens[index]!))
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1)
  })

  test('S1: init data that has reauthenticated starts no session that confirms', async () => {
    const appId = await newApp()
    const owner = await logIn('telegram', appId, { data: newInitData(harness) })
    const proof = { data: newInitData(harness) }
    const body = { proof: { method: 'telegram', ...proof } }
    expect((await harness.server.send('POST', '/user/reauthenticate', { token: owner, body })).status).toBe(200)
    expect(await keyOf(await logIn('telegram', appId, proof))).toBe('reauthentication_required')
  })
})

test.each(['github', 'discord', 'google'] as const)(
  'S1: a %s access token that a login used before starts no session that confirms',
  async (provider) => {
    const appId = await newApp()
    const proofs = [
      await redirected(provider, 'token')(harness, 'login', { appId, token: '' }),
      { token: (await harness.world.issue[provider]()).accessToken },
    ]
    for (const proof of proofs) {
      const owner = await logIn(provider, appId, proof)
      expect(await keyOf(owner)).toBe(200)
      expect(await keyOf(await logIn(provider, appId, proof))).toBe('reauthentication_required')
      await end(owner)
      expect(await keyOf(await logIn(provider, appId, proof))).toBe('reauthentication_required')
    }
  },
)

test.each(['ethereum', 'solana'] as const)(
  'S1: the legacy sentence of %s starts no session that confirms',
  async (chain) => {
    const appId = await newApp()
    const wallet = chain === 'ethereum' ? ethereumWallet() : solanaWallet()
    const { message } = await harness.server.as().account.config({ appId })
    const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
    const proof = { [field]: wallet.address, signature: await wallet.sign(message) }
    expect(await keyOf(await logIn(chain, appId, proof))).toBe('reauthentication_required')
  },
)
