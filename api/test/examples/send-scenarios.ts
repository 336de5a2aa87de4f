import type { Client } from '@openauth/client'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, vi } from 'vitest'
import { signInAs, type TestApp } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'

const unsigned = async (url: string, payer: string): Promise<string> => {
  const from = new PublicKey(payer)
  const pay = SystemProgram.transfer({ fromPubkey: from, toPubkey: Keypair.generate().publicKey, lamports: 1_000_000 })
  const latest = await new Connection(url).getLatestBlockhash('confirmed')
  const tx = new Transaction({ feePayer: from, ...latest }).add(pay)
  return tx.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')
}

const onSolana = async ({ admin, solana }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await solana.fund(payer, 10_000_000_000n)
  const send = { address: Keypair.generate().publicKey.toBase58(), token: 'SOL', amount: '1000000' }
  await user.solana.previewSend(send)
  await user.solana.sendToken({ ...send, idempotencyKey: 'order-1' })
  await app.client.appSolana.sendToken({ id, ...send, idempotencyKey: 'order-2' })
  const transaction = await unsigned(solana.url, payer)
  await user.solana.previewTransaction({ transaction })
  await user.solana.signTransaction({ transaction, isSend: false })
  const next = await unsigned(solana.url, payer)
  await app.client.appSolana.signTransaction({ id, transaction: next, isSend: false })
  await user.solana.signMessage({ message: 'Hello' })
  await user.solana.privateKey()
  const network = 'solana'
  await user.wallets.balances({ network })
  await user.wallets.history({ network })
  await admin.adminWallets.balances({ appId: app.id, id, network })
  await admin.adminWallets.history({ appId: app.id, id, network })
  await app.client.appWallets.balances({ id, network })
  await app.client.appWallets.history({ id, network })
}

const onEvm = async ({ evm }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await evm.fund(payer, 10n ** 18n)
  const send = {
    chainName: 'sepolia',
    toAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    amount: '1000',
  } as const
  await user.ethereum.sendToken(send)
  await app.client.appEthereum.sendToken({ id, ...send })
}

const onVara = async ({ vara }: ExampleWorld, user: Client, app: TestApp, id: string, payer: string) => {
  await vara.fund(payer, 100_000_000_000_000n)
  const destination = `0x${'ab'.repeat(32)}`
  await user.vara.sendMessage({ destination, payload: '0x0102' })
  await app.client.appVara.sendMessage({ id, destination, payload: '0x0304' })
  const queued = await vi.waitFor(
    () => {
      const found = vara.messages().filter((message) => message.destination === destination)
      expect(found).toHaveLength(2)
      return found
    },
    { timeout: 120_000 },
  )
  await user.vara.sendReply({ replyToId: queued[0]!.id, payload: 'pong' })
  await app.client.appVara.sendReply({ id, replyToId: queued[1]!.id, payload: 'pong' })
}

/** Sends and signs on every chain, by a user and by their partner. */
export const sends = async (harness: ExampleWorld) => {
  const app = await harness.newApp('Sends')
  await harness.admin.apps.update({ id: app.id, privateKeyExportEnabled: true })
  const user = await signInAs(harness.server, app.id, 'sender')
  const { solWallet, ethWallet, dotWallet } = await user.client.account.wallets()
  await onSolana(harness, user.client, app, user.id, solWallet)
  await onEvm(harness, user.client, app, user.id, ethWallet)
  await onVara(harness, user.client, app, user.id, dotWallet)
  await user.client.transactions.list()
  await harness.admin.users.transactions({ appId: app.id, id: user.id })
  const { data } = await app.client.appUsers.transactions({ id: user.id })
  await app.client.appTransactions.get({ id: data[0]!.id })
}
