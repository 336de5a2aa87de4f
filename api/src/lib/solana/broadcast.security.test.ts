import { afterEach, expect, test } from 'vitest'
import { PublicKey, SystemProgram } from '@solana/web3.js'
import { broadcast } from './broadcast.ts'
import { GENESIS_HASHES } from './rpc.ts'
import { signTransaction } from './sign.ts'
import { legacyOf, newWallet, SOME_BLOCKHASH, startNode } from './solana.testing.ts'
import { statusOf } from './status.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const nodeWith = async (results: Record<string, unknown>) => {
  const node = await startNode(({ method }) => (method === 'getGenesisHash' ? GENESIS_HASHES.mainnet : results[method]))
  stops.push(node.stop)
  return node.rpc()
}
const statuses = (slot: number, status: object | null) => ({ context: { slot }, value: [status] })
const epoch = (absoluteSlot: number, blockHeight: number) => ({ absoluteSlot, blockHeight })
const LAST_VALID = 1000
const statusWith = async (getEpochInfo: object, getSignatureStatuses: object) =>
  statusOf(await nodeWith({ getEpochInfo, getSignatureStatuses }), 'signature', LAST_VALID)

test('double send: at its last valid height a transaction may still be confirmed', async () => {
  expect(await statusWith(epoch(1100, 1000), statuses(1100, null))).toEqual({ state: 'submitted' })
  expect(await statusWith(epoch(1101, 1001), statuses(1101, null))).toEqual({ state: 'expired' })
})

test('double send: a lagging node does not make a transaction expired', async () => {
  expect(await statusWith(epoch(1101, 1001), statuses(1100, null))).toEqual({ state: 'submitted' })
})

test('double send: a status found after the last valid height is reported', async () => {
  const found = { slot: 1050, err: null, confirmationStatus: 'finalized' }
  expect(await statusWith(epoch(5000, 4000), statuses(5000, found))).toEqual({
    state: 'confirmed',
    slot: 1050,
    finalized: true,
  })
})

test('double send: a failure on a fork that may be dropped is not final', async () => {
  const found = { slot: 1050, err: 'AccountInUse', confirmationStatus: 'processed' }
  expect(await statusWith(epoch(5000, 4000), statuses(5000, found))).toEqual({ state: 'submitted' })
})

test.each([
  ['no list', { context: { slot: 5000 }, value: null }],
  ['an empty list', { context: { slot: 5000 }, value: [] }],
  ['no slot', { value: [null] }],
  ['a status without an outcome', statuses(5000, { slot: 1, confirmationStatus: 'finalized' })],
])('double send: a response with %s does not decide', async (_, answer) => {
  await expect(statusWith(epoch(5000, 4000), answer)).rejects.toMatchObject({ kind: 'malformed' })
})

test('a response to a send with another transaction’s signature is malformed', async () => {
  const wallet = newWallet()
  const to = new PublicKey(newWallet().address)
  const transfer = SystemProgram.transfer({ fromPubkey: wallet.keypair.publicKey, toPubkey: to, lamports: 1 })
  const { transaction } = signTransaction(legacyOf(wallet.address, SOME_BLOCKHASH, transfer), wallet.secret)
  await expect(broadcast(await nodeWith({ sendTransaction: '1'.repeat(64) }), transaction)).rejects.toMatchObject({
    kind: 'malformed',
  })
})
