import type { EthereumSendToken } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import type { AccountState } from '../../lib/ethereum/account.ts'
import type { Broadcast } from '../../lib/ethereum/broadcast.ts'
import type { BuiltTransfer } from '../../lib/ethereum/build.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import { giveUp, stillGoing } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent, type SignedIntent } from '../ledger/intent.ts'
import { allotNonce, inFlight } from '../ledger/nonces.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { policyOf } from '../policies/effective.ts'
import { atChain } from '../wallets/at-chain.ts'
import { nodeAt } from '../wallets/nodes.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { deedOf } from './deed.ts'

/** The chain's own libraries are loaded with the first send. */
const library = () => import('./library.ts')

type Wallet = StoredWallet & { address: string }

/** Allots a nonce, sees that the balance covers all that is on its way, and signs: under the wallet's lock. */
const signNext = async (
  deps: Deps,
  tx: Tx,
  { wallet, rpc, built, state }: { wallet: Wallet; rpc: EvmRpc; built: BuiltTransfer; state: AccountState },
): Promise<SignedIntent> => {
  const { transactionHash } = await library()
  const account = { network: rpc.chain.name, fromAddress: wallet.address }
  const waiting = await inFlight(tx, account, state.used)
  if (state.balance < waiting + built.transaction.value + built.maxFee) throw new Problem('insufficient_balance')
  const nonce = await allotNonce(tx, account, state.next)
  const raw = await deps.signer.evmTransaction(wallet, { ...built.transaction, nonce: Number(nonce) })
  const signed = new Uint8Array(raw)
  return { signature: transactionHash(signed), signed, nonce, maxFee: built.maxFee.toString() }
}

/** Nodes that have no room now may have it later: the ledger tries again. */
const isPassing = (message: string): boolean => /pool is full|txpool|queue|limit|too many|busy/i.test(message)

/** What to tell of a node's answer, and what to note. Throws where nothing is on its way. */
const afterBroadcast = async (deps: Deps, id: string, sent: Broadcast): Promise<void> => {
  if (sent.outcome === 'sent') return markSubmitted(deps.db, id)
  if (sent.outcome === 'unknown' || isPassing(sent.message))
    throw stillGoing(new Problem('chain_unavailable', { message: sent.message }))
  await giveUp(deps, id, sent.message)
  if (sent.reason === 'insufficient_balance') throw new Problem('insufficient_balance')
  if (sent.reason === 'nonce_used' || /replacement/i.test(sent.message)) throw new Problem('nonce_taken')
  throw new Problem('transaction_refused', { message: sent.message })
}

const requestOf = ({ toAddress: to, amount, tokenAddress: token }: EthereumSendToken, from: string) => ({
  ...{ from, to, amount, token },
  // Allotted later, under the lock; neither gas nor fees depend on it.
  nonce: 0,
})

/**
 * Sends a chain's own token or an ERC-20 token. As on Solana nothing is ever signed anew for one intent; and the nonce is
 * given out by the commit that stores the signature, one at a time for each wallet, whatever the number of servers.
 */
export const sendToken = async (
  deps: Deps,
  owner: WalletOwner,
  input: EthereumSendToken,
): Promise<{ signature: string }> => {
  const { db } = deps
  const { chainName: network, toAddress, amount, tokenAddress, idempotencyKey } = input
  const { url, rpc } = nodeAt(deps.nodes, network, input.rpcUrl)
  const wallet = await storedWallet(db, owner, 'ethereum')
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ ...owner, chain: 'ethereum', network, kind: 'transfer', fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress, amount, token: tokenAddress ?? null },
    },
    { toAddress, amount, tokenAddress, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const { buildTransfer, readAccount, broadcast, readAddress } = await library()
    const build = async () => {
      const built = await buildTransfer(rpc, requestOf(input, wallet.address))
      return { built, state: await readAccount(rpc, wallet.address) }
    }
    const { built, state } = await atChain(build())
    const deed = deedOf(built.transaction, network, url)
    const policy = await policyOf(db, owner)
    const { signature, signed } = await signUnderLock(deps, { id, wallet, policy, deed }, async (tx) => ({
      ...(await signNext(deps, tx, { wallet, rpc, built, state })),
      toAddress: readAddress(toAddress, "recipient's"),
      token: tokenAddress === undefined ? null : readAddress(tokenAddress, "token's"),
    }))
    await afterBroadcast(deps, id, await atChain(broadcast(rpc, signed)))
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
