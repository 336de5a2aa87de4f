import type { EthereumSendToken } from '@openauth/client'
import type { Tx } from '../../../../db.ts'
import type { Deps } from '../../../../deps.ts'
import { Problem } from '../../../../errors.ts'
import type { StoredWallet } from '../../../../lib/custody/wallet-signer.ts'
import type { AccountState } from '../../../../lib/ethereum/account.ts'
import type { Broadcast } from '../../../../lib/ethereum/broadcast.ts'
import type { BuiltTransfer } from '../../../../lib/ethereum/build.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import { sendContinues } from '../../after-signing.ts'
import { dropIntent, markSubmitted, openIntent, type SignedIntent } from '../../intent.ts'
import { allocateNonce, pendingCost, requirePlausibleNonce } from '../../nonces.ts'
import { signUnderLock } from '../../sign.ts'
import { refusedBecause, withChainErrors } from '../../errors.ts'
import { nodeAt } from '../../../wallets/nodes.ts'
import type { Sender } from '../../../wallets/owner.ts'
import { storedWallet } from '../../../wallets/stored-wallet.ts'
import { cancelTransaction } from './cancel.ts'
import { impactOf } from './impact.ts'
import { loadLibrary } from './load-library.ts'

type Wallet = StoredWallet & { address: string }

/** Under the wallet's lock: allocates a nonce, checks that the balance covers all pending transactions, and signs. */
const signNext = async (
  deps: Deps,
  tx: Tx,
  { wallet, rpc, built, state }: { wallet: Wallet; rpc: EvmRpc; built: BuiltTransfer; state: AccountState },
): Promise<SignedIntent> => {
  const { transactionHash } = await loadLibrary()
  const account = { network: rpc.chain.name, fromAddress: wallet.address }
  await requirePlausibleNonce(tx, account, state)
  const waiting = await pendingCost(tx, account, state.used)
  const needed = built.transaction.value + built.maxFee
  if (state.balance < waiting + needed)
    throw refusedBecause(
      'insufficient_balance',
      `${needed} wei are needed for the amount and the fee; of ${state.balance}, ${waiting} are reserved for pending transactions`,
    )
  const nonce = await allocateNonce(tx, account, state.next)
  const raw = await deps.signer.evmTransaction(wallet, { ...built.transaction, nonce: Number(nonce) })
  const signed = new Uint8Array(raw)
  return { signature: transactionHash(signed), signed, nonce, maxFee: built.maxFee.toString() }
}

/** Whether a refusal is temporary, by a full pool or a low fee: the monitor sends again and raises the fee. */
const isTemporary = ({ reason, message }: Extract<Broadcast, { outcome: 'refused' }>): boolean =>
  /pool is full|txpool.{0,20}(full|limit)|too many|busy/i.test(message) ||
  (reason === 'underpriced' && !/replacement/i.test(message))

/**
 * Handles a node's answer. A refused transaction may have reached other nodes, so it is cancelled by a payment of 0 with its
 * nonce, and the ledger settles by the one that is mined. Throws unless the transaction was sent.
 */
const afterBroadcast = async (deps: Deps, rpc: EvmRpc, id: string, sent: Broadcast): Promise<void> => {
  if (sent.outcome === 'sent') return markSubmitted(deps.db, id)
  if (sent.outcome === 'unknown' || isTemporary(sent))
    throw sendContinues(new Problem('chain_unavailable', { message: sent.message }))
  // If the cancellation fails, the monitor repeats it.
  await cancelTransaction(deps, rpc, id, sent.message).catch(() => undefined)
  const code = sent.reason === 'nonce_used' || /replacement/i.test(sent.message) ? 'nonce_taken' : 'transaction_refused'
  const what = 'It is being cancelled; the list of transactions has the result'
  throw new Problem(code, { message: `The node refused it: ${sent.message}. ${what}` })
}

type Payment = Pick<EthereumSendToken, 'toAddress' | 'amount' | 'tokenAddress'>

/** The request of a transfer, for sends and dry runs. */
export const requestOf = ({ toAddress: to, amount, tokenAddress: token }: Payment, from: string) => ({
  ...{ from, to, amount, token },
  // Allocated later, under the lock; neither gas nor fees depend on it.
  nonce: 0,
})

/**
 * Sends a chain's own token or an ERC-20 token. As on Solana an intent is never signed twice. The commit that stores the
 * signature also allocates the nonce, one at a time per wallet, with any number of servers.
 */
export const sendToken = async (
  deps: Deps,
  sender: Sender,
  input: EthereumSendToken,
): Promise<{ signature: string }> => {
  const { db } = deps
  const { chainName: network, toAddress, amount, tokenAddress, idempotencyKey } = input
  const { url, rpc } = nodeAt(deps.nodes, network, input.rpcUrl)
  const wallet = await storedWallet(db, sender, 'ethereum')
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ sender, chain: 'ethereum', network, kind: 'transfer', fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress, amount, token: tokenAddress ?? null },
    },
    { toAddress, amount, tokenAddress, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const { buildTransfer, readAccount, broadcast, readAddress } = await loadLibrary()
    const build = async () => {
      const built = await buildTransfer(rpc, requestOf(input, wallet.address))
      return { built, state: await readAccount(rpc, wallet.address) }
    }
    const { built, state } = await withChainErrors(build())
    const impact = impactOf(built, network, url)
    const { signature, signed } = await signUnderLock(deps, { id, sender, wallet, impact }, async (tx) => ({
      ...(await signNext(deps, tx, { wallet, rpc, built, state })),
      toAddress: readAddress(toAddress, "recipient's"),
      ...(tokenAddress === undefined
        ? { token: null }
        : { token: readAddress(tokenAddress, "token's"), decimals: built.decimals }),
    }))
    await afterBroadcast(deps, rpc, id, await withChainErrors(broadcast(rpc, signed)))
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
