import type { SolanaSendToken } from '@openauth/client'
import { isUniqueViolation } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { withSignedNotice } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent } from '../ledger/intent.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { nodeAt } from '../wallets/nodes.ts'
import type { Sender } from '../wallets/owner.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { impactOf } from './impact.ts'
import { prepareSend, SOL } from './prepare-send.ts'

/** How often a transaction is rebuilt that equals an earlier one. */
const TRIES = 3

interface Sending {
  id: string
  url: string
  rpc: SolanaRpc
  wallet: Awaited<ReturnType<typeof storedWallet>>
}

/** Builds, judges and signs one; a unique violation where another row has the same signature. */
const signNew = async (deps: Deps, { id, url, rpc, wallet }: Sending, input: SolanaSendToken) => {
  const { unsigned, examined } = await prepareSend(rpc, wallet.address, input)
  const impact = impactOf(examined, wallet.address, url)
  return signUnderLock(deps, { id, wallet, impact }, async () => {
    const { signature, transaction } = await deps.signer.solanaTransaction(wallet, unsigned.transaction)
    const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
    return { signature, signed, validUntil: BigInt(unsigned.lastValidBlockHeight), maxFee: unsigned.fee.toString() }
  })
}

const signUnlike = async (...args: Parameters<typeof signNew>): ReturnType<typeof signNew> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signNew(...args)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (tries === TRIES) throw new Problem('send_in_progress', { retryAfter: 1 })
    }
  }
}

/**
 * Sends SOL or an SPL token. The intent is in the ledger before anything is signed, the signed transaction before it is
 * sent: whatever happens after that, it is never signed again, and a second call with the same key gives the same answer.
 */
export const sendToken = async (deps: Deps, sender: Sender, input: SolanaSendToken): Promise<{ signature: string }> => {
  const { db } = deps
  const { url, rpc } = nodeAt(deps.nodes, 'solana', input.rpcUrl)
  const wallet = await storedWallet(db, sender, 'solana')
  const { address, token, amount, idempotencyKey } = input
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ ...sender, chain: 'solana', network: 'solana', kind: 'transfer', fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress: address, amount, token: token === SOL ? null : token },
    },
    { address, token, amount, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const { signature, signed } = await signUnlike(deps, { id, url, rpc, wallet }, input)
    await withSignedNotice(broadcast(rpc, Buffer.from(signed).toString('base64')))
    await markSubmitted(db, id)
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
