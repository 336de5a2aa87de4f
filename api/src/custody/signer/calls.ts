import * as z from 'zod'
import { type Custody, SEEDS_AT_ONCE, type SharedScope } from '../custody.ts'
import { CHAINS } from '../wallets/chains.ts'
import type { StoredWallet, WalletSigner } from '../wallets/wallet-signer.ts'

/** The calls of Custody that the socket carries unchanged; `retire` is split in two calls, see retirement.ts. */
export type CustodyCalls = Omit<Custody, 'wallets' | 'retire' | 'close'>

const bytes = (most: number) =>
  z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array && value.length <= most)
const id = z.string().min(1).max(64)
const kekId = z.string().min(1).max(500)
/** A KMS blob has at most 6144 bytes and is the largest wrapped key. */
const wrappedKey = bytes(8192)
/** Rows may have additional columns, which are dropped. */
const row = z.object({ kekId, wrappedKey })
const owner = z.strictObject({ appId: id, userId: id })

const server = z.strictObject({ owner: z.literal('server') })
const app = z.strictObject({ owner: z.literal('app'), appId: id })
const user = z.strictObject({ owner: z.literal('user'), appId: id, userId: id })
/** Without `user`: a user's data key never leaves the signer. */
const sharedScope: z.ZodType<SharedScope> = z.discriminatedUnion('owner', [server, app])
const anyScope = z.discriminatedUnion('owner', [server, app, user])

const wallet: z.ZodType<StoredWallet> = z.object({
  owner,
  chain: z.enum(CHAINS),
  kekId,
  wrappedKey,
  sealedSecret: bytes(256),
})
const hex = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
const amount = z.bigint().nonnegative()
const fees = z.union([
  z.strictObject({ maxFeePerGas: amount, maxPriorityFeePerGas: amount }),
  z.strictObject({ gasPrice: amount }),
])
const evmTransaction = z.strictObject({
  chainId: z.int().positive(),
  nonce: z.int().nonnegative(),
  to: hex(42),
  value: amount,
  data: hex(240_000),
  gasLimit: amount,
  fees,
})

/** The argument schemas of each call. The signer refuses anything else. */
export const custodyCalls = {
  status: z.tuple([]),
  createKeyring: z.tuple([]),
  newDataKey: z.tuple([sharedScope]),
  openDataKey: z.tuple([sharedScope, row]),
  sealNewSeeds: z.tuple([z.array(owner).max(SEEDS_AT_ONCE)]),
  deriveWallets: z.tuple([z.object({ owner, kekId, wrappedKey, sealedEntropy: bytes(256) })]),
  sealLegacyWallets: z.tuple([owner]),
  makeCanary: z.union([z.tuple([]), z.tuple([kekId])]),
  checkCanary: z.tuple([z.object({ kekId, sealed: wrappedKey })]),
  reload: z.tuple([]),
  activate: z.tuple([kekId]),
  plan: z.tuple([z.array(z.strictObject({ kekId, rows: z.int().nonnegative() })).max(1000)]),
  rewrap: z.tuple([anyScope, row]),
  opens: z.tuple([anyScope, row]),
  addKey: z.tuple([]),
  makeCurrent: z.tuple([kekId]),
} satisfies { [Call in keyof CustodyCalls]: z.ZodType<Parameters<CustodyCalls[Call]>> }

export const walletCalls = {
  solanaTransaction: z.tuple([wallet, bytes(4096)]),
  solanaMessage: z.tuple([wallet, bytes(200_000)]),
  solanaExport: z.tuple([wallet]),
  evmTransaction: z.tuple([wallet, evmTransaction]),
  varaPayload: z.tuple([wallet, bytes(200_000)]),
} satisfies { [Call in keyof WalletSigner]: z.ZodType<Parameters<WalletSigner[Call]>> }

export const retirementCalls = {
  /** Locks the keyring and checks that the key may be removed; returns the retirement's id. */
  beginRetirement: z.tuple([kekId]),
  /** Removes the key, or changes nothing. */
  endRetirement: z.tuple([z.string().max(64), z.boolean()]),
}

export type CallName = keyof typeof custodyCalls | `wallets.${keyof typeof walletCalls}` | keyof typeof retirementCalls

/** A request to the signer. */
export const Request = z.strictObject({ id: z.int(), call: z.string().max(64), args: z.array(z.unknown()).max(4) })
