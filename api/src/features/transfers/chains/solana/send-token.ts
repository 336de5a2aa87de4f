import type { SolanaSendToken } from '@openauth/client'
import { isUniqueViolation } from '../../../../db.ts'
import type { Deps } from '../../../../deps.ts'
import { Problem } from '../../../../errors.ts'
import { broadcast } from '../../../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { withBroadcastErrors } from '../../after-signing.ts'
import { dropIntent, markSubmitted, openIntent } from '../../intent.ts'
import { signUnderLock } from '../../sign.ts'
import { nodeAt } from '../../../wallets/nodes.ts'
import type { Sender } from '../../../wallets/owner.ts'
import { storedWallet } from '../../../wallets/stored-wallet.ts'
import { impactOf } from './impact.ts'
import { prepareSend, SOL } from './prepare-send.ts'

/** How often to build a transaction whose signature an earlier one has. */
const MAX_ATTEMPTS = 3

interface Sending {
  id: string
  sender: Sender
  url: string
  rpc: SolanaRpc
  wallet: Awaited<ReturnType<typeof storedWallet>>
}

/** Builds, judges and signs a transaction. Throws a unique violation if another row has the same signature. */
const signNew = async (deps: Deps, { id, sender, url, rpc, wallet }: Sending, input: SolanaSendToken) => {
  const { unsigned, inspected } = await prepareSend(rpc, wallet.address, input)
  const impact = impactOf(inspected, wallet.address, url)
  return signUnderLock(deps, { id, sender, wallet, impact }, async () => {
    const { signature, transaction } = await deps.signer.solanaTransaction(wallet, unsigned.transaction)
    const signed = new Uint8Array(Buffer.from(transaction, 'base64'))
    const { lastValidBlockHeight, fee, decimals } = unsigned
    return {
      ...{ signature, signed, validUntil: BigInt(lastValidBlockHeight), maxFee: fee.toString() },
      ...(decimals === undefined ? {} : { decimals }),
    }
  })
}

const signUniquely = async (...args: Parameters<typeof signNew>): ReturnType<typeof signNew> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await signNew(...args)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new Problem('send_in_progress', { retryAfter: 1 })
    }
  }
}

/**
 * Sends SOL or an SPL token. The ledger stores the intent before signing and the signed transaction before sending. It is
 * never signed again after that, and a second call with the same key returns the same answer.
 */
export const sendToken = async (deps: Deps, sender: Sender, input: SolanaSendToken): Promise<{ signature: string }> => {
  const { db } = deps
  const { url, rpc } = nodeAt(deps.nodes, 'solana', input.rpcUrl)
  const wallet = await storedWallet(db, sender, 'solana')
  const { address, token, amount, idempotencyKey } = input
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ sender, chain: 'solana', network: 'solana', kind: 'transfer', fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress: address, amount, token: token === SOL ? null : token },
    },
    { address, token, amount, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const { signature, signed } = await signUniquely(deps, { id, sender, url, rpc, wallet }, input)
    await withBroadcastErrors(broadcast(rpc, Buffer.from(signed).toString('base64')))
    await markSubmitted(db, id)
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
