import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPartnerLimits, defaultWalletPolicy } from '@openauth/client'
import { startSolana } from '@openauth/localnet/solana'
import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { root } from '../../paths.ts'
import { startSendHarness } from '../wallets/testing.ts'

const document = readFileSync(join(root, 'docs/wallet-policies.md'), 'utf8')

test('docs/wallet-policies.md has every rule with its default, and the default partner limits', () => {
  const rows = [...document.matchAll(/^\| `(\w+)` \| (?:`(.*?)`|see below) \|/gm)]
  expect(rows.map(([, rule, value]) => [rule, value && JSON.parse(value)])).toEqual(
    Object.entries(defaultWalletPolicy).map(([rule, value]) => [rule, rule === 'partnerLimits' ? undefined : value]),
  )
  const limits = [...document.matchAll(/^\| `([\w:*]+)` \| `(\d+)` \|/gm)].map(([, token, perDay]) => ({
    token,
    perDay,
  }))
  expect(limits).toHaveLength(defaultPartnerLimits.length)
  expect(limits).toEqual(expect.arrayContaining(defaultPartnerLimits))
})

test('docs/wallet-policies.md shows the answer of a refused send', async () => {
  const solana = await startSolana()
  const harness = await startSendHarness({ OPENAUTH_SOLANA_RPC_URLS: solana.url })
  try {
    const user = await harness.user()
    await solana.fund(user.solana, 5_000_000_000n)
    const limits = [{ token: 'solana:native', perTransaction: '1000000000', perDay: null }]
    await harness.server.as(harness.adminToken).walletPolicies.update({ appId: harness.app.id, limits })
    const address = Keypair.generate().publicKey.toBase58()
    const body = { address, token: 'SOL', amount: '2000000000' }
    const answer = await harness.server.send('POST', '/user/solana/send-token', { token: user.token, body })
    const [, shown = ''] = /```json\n(.*?)```/s.exec(document) ?? []
    expect([answer.status, answer.body]).toMatchObject([403, JSON.parse(shown) as object])
  } finally {
    await harness.stop()
    await solana.stop()
  }
})
