import { randomInt } from 'node:crypto'
import type { SolanaSendToken } from '@openauth/client'
import { isUniqueViolation } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { afterSigning } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent } from '../ledger/intent.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'
import { nodeAt } from '../wallets/nodes.ts'
import type { Sender } from '../wallets/owner.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { impactOf } from './impact.ts'
import { examine } from './examine.ts'

/** Lamports at most for priority: 0.0001 SOL. */
const MAX_PRIORITY_FEE = 100_000n

const SOL = 'SOL'

/** Two payments that are alike, of one blockhash, are one transaction to the chain: each asks for another number of units. */
const EXTRA_UNITS = 4096
/** How often one is made anew that came out like another all the same. */
const TRIES = 3

/** The chain's own libraries are loaded with the first send: they take half a second and 20 MB. */
const build = async (rpc: SolanaRpc, from: string, { address: to, token, amount }: SolanaSendToken) => {
  const transfer = { from, to, amount, maxPriorityFee: MAX_PRIORITY_FEE, extraUnits: randomInt(EXTRA_UNITS) }
  if (token === SOL) return (await import('../../lib/solana/build-sol.ts')).buildSolTransfer(rpc, transfer)
  const { buildTokenTransfer } = await import('../../lib/solana/build-token.ts')
  return buildTokenTransfer(rpc, { ...transfer, mint: token })
}

interface Sending {
  id: string
  url: string
  rpc: SolanaRpc
  wallet: Awaited<ReturnType<typeof storedWallet>>
}

/** Builds, judges and signs one; a unique violation where another row has the same signature. */
const signNew = async (deps: Deps, { id, url, rpc, wallet }: Sending, input: SolanaSendToken) => {
  const unsigned = await withChainErrors(build(rpc, wallet.address, input))
  const impact = impactOf(
    await withChainErrors(examine(rpc, unsigned.transaction, wallet.address)),
    wallet.address,
    url,
  )
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
 * sent: whatever happens after that, it is never signed anew, and a second call with the same key gives the same answer.
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
    await afterSigning(broadcast(rpc, Buffer.from(signed).toString('base64')))
    await markSubmitted(db, id)
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
