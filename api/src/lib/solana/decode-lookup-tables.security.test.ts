import { sendInstructions } from '@openauth/localnet/solana-tokens'
import {
  AddressLookupTableAccount,
  AddressLookupTableProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { decodeTransaction } from './decode.ts'
import { newWallet, SOME_BLOCKHASH, startHolding, startProxy, type Holding } from './solana.testing.ts'
import { simulateTransaction } from './simulate.ts'

let chain: Holding['chain']
let wallet: Holding['wallet']
let mint: Holding['mint']
beforeAll(async () => {
  ;({ chain, wallet, mint } = await startHolding())
})
afterAll(() => chain.node.stop())

const slotSchema = z.object({ absoluteSlot: z.number() })
const attacker = newWallet()
const ownKey = () => wallet.keypair.publicKey
const otherKey = attacker.keypair.publicKey
const mintKey = () => new PublicKey(mint.address)

describe('address lookup tables', () => {
  const v0With = (table: AddressLookupTableAccount, ...instructions: TransactionInstruction[]): Buffer => {
    const message = new TransactionMessage({ payerKey: ownKey(), recentBlockhash: SOME_BLOCKHASH, instructions })
    return Buffer.from(new VersionedTransaction(message.compileToV0Message([table])).serialize())
  }
  const tableOf = (key: PublicKey, addresses: PublicKey[]) =>
    new AddressLookupTableAccount({
      key,
      state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
    })
  const transfer = () => SystemProgram.transfer({ fromPubkey: ownKey(), toPubkey: otherKey, lamports: 1_000_000 })

  const realTable = async (addresses: PublicKey[]) => {
    const payer = (await chain.fundedWallet()).keypair
    const recentSlot = (await chain.rpc.call('getEpochInfo', [], slotSchema)).absoluteSlot - 1
    const own = { authority: payer.publicKey, payer: payer.publicKey }
    const [create, key] = AddressLookupTableProgram.createLookupTable({ ...own, recentSlot })
    const extend = AddressLookupTableProgram.extendLookupTable({ ...own, lookupTable: key, addresses })
    await sendInstructions(chain.node, [create], [payer])
    await sendInstructions(chain.node, [extend], [payer])
    return key
  }

  test('hide no recipient, because they are read from the chain', async () => {
    const key = await realTable([newWallet().keypair.publicKey, otherKey])
    const bytes = v0With(tableOf(key, [newWallet().keypair.publicKey, otherKey]), transfer())
    expect(bytes.includes(otherKey.toBuffer())).toBe(false)
    const { effects, version } = await decodeTransaction(chain.rpc, bytes, wallet.address)
    expect(version).toBe(0)
    expect(effects).toMatchObject([{ kind: 'sol_transfer', ours: true, to: attacker.address, lamports: 1_000_000n }])
    expect(await simulateTransaction(chain.rpc, bytes, wallet.address)).toMatchObject({ lamports: -1_005_000n })
  })

  test('of another program, with the bytes of a table, are refused', async () => {
    const key = newWallet().keypair.publicKey
    const data = Buffer.concat([Uint8Array.of(1), Buffer.alloc(55), otherKey.toBuffer()]).toString('base64')
    const forged = { lamports: 5, owner: newWallet().address, executable: false, data: [data, 'base64'] }
    const proxy = await startProxy(chain.node.url, { getMultipleAccounts: () => ({ value: [forged] }) })
    const bytes = v0With(tableOf(key, [otherKey]), transfer())
    await expect(decodeTransaction(proxy.rpc(), bytes, wallet.address)).rejects.toMatchObject({
      code: 'unknown_lookup_table',
    })
    await proxy.stop()
  })

  test('that are missing on chain, not tables, or too short are refused', async () => {
    const short = await realTable([newWallet().keypair.publicKey])
    for (const key of [newWallet().keypair.publicKey, mintKey(), ownKey(), short]) {
      const bytes = v0With(tableOf(key, [newWallet().keypair.publicKey, otherKey]), transfer())
      await expect(decodeTransaction(chain.rpc, bytes, wallet.address)).rejects.toMatchObject({
        code: 'unknown_lookup_table',
      })
      await expect(simulateTransaction(chain.rpc, bytes, wallet.address)).rejects.toMatchObject({
        code: 'unknown_lookup_table',
      })
    }
  })
})
