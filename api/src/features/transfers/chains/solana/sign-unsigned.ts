import type { Platform } from '../../../../resources.ts'
import { broadcast } from '../../../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { UnsignedTransaction } from '../../../../lib/solana/unsigned.ts'
import type { Submission } from '../../adapter.ts'
import type { SignedIntent } from '../../intent.ts'
import type { WalletWithAddress } from '../../stored-wallet.ts'

/** What every transaction that this server builds pays at most, and what keeps two of them apart. */
export const buildLimits = {
  /** Lamports: 0.0001 SOL. */
  maxPriorityFee: 100_000n,
  /** Equal payments with one blockhash are one transaction to the chain. A random number of extra units, up to this, makes them differ. */
  extraUnits: 4096,
}

/** Signs what this server built. The transaction is identified by its signature and expires with its blockhash. */
export const signUnsigned = async (
  { signer }: Pick<Platform, 'signer'>,
  wallet: WalletWithAddress,
  { transaction, lastValidBlockHeight, fee }: UnsignedTransaction,
): Promise<SignedIntent> => {
  const signed = await signer.solanaTransaction(wallet, transaction)
  return {
    signature: signed.signature,
    signed: new Uint8Array(Buffer.from(signed.transaction, 'base64')),
    validUntil: BigInt(lastValidBlockHeight),
    maxFee: fee.toString(),
  }
}

/** Gives a signed transaction to a node. Throws SolanaError, SolanaRpcError: it may have been sent all the same. */
export const submitSigned = async (rpc: SolanaRpc, signed: Uint8Array): Promise<Submission> => {
  await broadcast(rpc, Buffer.from(signed).toString('base64'))
  return { outcome: 'sent' }
}
