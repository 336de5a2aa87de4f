import type { SolanaSendToken } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { afterSigning } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent } from '../ledger/intent.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { policyOf } from '../policies/effective.ts'
import { atChain } from '../wallets/at-chain.ts'
import { nodeAt } from '../wallets/nodes.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { deedOf } from './deed.ts'
import { examine } from './examine.ts'

/** Lamports at most for priority: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n

const SOL = 'SOL'

/** The chain's own libraries are loaded with the first send: they take half a second and 20 MB. */
const build = async (rpc: SolanaRpc, from: string, { address: to, token, amount }: SolanaSendToken) => {
  const transfer = { from, to, amount, maxPriorityFee: MAX_PRIORITY_FEE }
  if (token === SOL) return (await import('../../lib/solana/build-sol.ts')).buildSolTransfer(rpc, transfer)
  const { buildTokenTransfer } = await import('../../lib/solana/build-token.ts')
  return buildTokenTransfer(rpc, { ...transfer, mint: token })
}

/**
 * Sends SOL or an SPL token. The intent is in the ledger before anything is signed, the signed transaction before it is
 * sent: whatever happens after that, it is never signed anew, and a second call with the same key gives the same answer.
 */
export const sendToken = async (
  deps: Deps,
  owner: WalletOwner,
  input: SolanaSendToken,
): Promise<{ signature: string }> => {
  const { db } = deps
  const { url, rpc } = nodeAt(deps.nodes, 'solana', input.rpcUrl)
  const wallet = await storedWallet(db, owner, 'solana')
  const { address, token, amount, idempotencyKey } = input
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ ...owner, chain: 'solana', network: 'solana', kind: 'transfer', fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress: address, amount, token: token === SOL ? null : token },
    },
    { address, token, amount, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const unsigned = await atChain(build(rpc, wallet.address, input))
    const deed = deedOf(await atChain(examine(rpc, unsigned.transaction, wallet.address)), wallet.address, url)
    const policy = await policyOf(db, owner)
    const { signature, signed } = await signUnderLock(deps, { id, wallet, policy, deed }, async () => {
      const { signature, transaction } = await deps.signer.solanaTransaction(wallet, unsigned.transaction)
      const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
      return { signature, signed, validUntil: BigInt(unsigned.lastValidBlockHeight), maxFee: unsigned.fee.toString() }
    })
    await afterSigning(broadcast(rpc, Buffer.from(signed).toString('base64')))
    await markSubmitted(db, id)
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
