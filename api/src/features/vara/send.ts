import type { VaraSendMessage, VaraSendReply } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import type { Broadcast } from '../../lib/vara/broadcast.ts'
import type { BuiltExtrinsic } from '../../lib/vara/build.ts'
import type { VaraRpc } from '../../lib/vara/rpc.ts'
import { sendContinues } from '../ledger/after-signing.ts'
import { dropIntent, markSubmitted, openIntent, type SignedIntent } from '../ledger/intent.ts'
import { allocateNonce, pendingCost, requirePlausibleNonce } from '../ledger/nonces.ts'
import { signUnderLock } from '../ledger/sign-under-lock.ts'
import { type TransactionImpact, withFee } from '../policies/enforce-policy.ts'
import { refusedBecause, withChainErrors } from '../wallets/with-chain-errors.ts'
import { nodeAt } from '../wallets/nodes.ts'
import type { Sender } from '../wallets/owner.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'

const library = () => import('./library.ts')

type Wallet = StoredWallet & { address: string }

/** What the chain said of the account at one moment. */
interface State {
  transferable: bigint
  /** Nonces used by then. */
  nonce: number
}

/** Allots a nonce, sees that the balance covers all that is on its way, and signs: under the wallet's lock. */
const signNext = async (
  deps: Deps,
  tx: Tx,
  { wallet, built, state }: { wallet: Wallet; built: BuiltExtrinsic; state: State },
): Promise<SignedIntent> => {
  const account = { network: 'vara', fromAddress: wallet.address } as const
  const next = Math.max(state.nonce, built.nextNonce)
  await requirePlausibleNonce(tx, account, { used: state.nonce, next })
  const waiting = await pendingCost(tx, account, state.nonce)
  const needed = built.value + built.maxFee + built.mustStay
  if (state.transferable < waiting + needed)
    throw refusedBecause(
      'insufficient_balance',
      `${needed} planck are needed for the value, the gas and what must stay; of ${state.transferable}, ${waiting} go to what is on its way`,
    )
  const nonce = await allocateNonce(tx, account, next)
  const unsigned = built.withNonce(Number(nonce))
  const { extrinsic, hash } = unsigned.assemble(await deps.signer.varaPayload(wallet, unsigned.payload))
  return {
    ...{ signature: hash, signed: new Uint8Array(extrinsic), nonce, maxFee: built.maxFee.toString() },
    ...{ validFrom: BigInt(built.bornAt), validUntil: BigInt(built.validUntil) },
    toAddress: built.target,
  }
}

/** Payloads have no common format, and only the chain knows which addresses are programs. */
const UNREADABLE = 'it calls a program that this server cannot read'

/**
 * What an extrinsic does, from what is signed, as policies judge it. Gas is part of the fee. A reply goes to whoever sent the message:
 * the chain knows that, and this server does not.
 */
const impactOf = ({ kind, value, target, maxFee }: BuiltExtrinsic, rpcUrl: string): TransactionImpact => ({
  ...{ network: 'vara', rpcUrl, mentions: [], risks: { unknownPrograms: UNREADABLE } },
  spends: withFee(value > 0n ? [{ token: null, amount: value, incidental: 0n, fee: 0n }] : [], maxFee),
  counterparties: [target],
  ...(kind === 'reply' ? { unknownPayee: true as const } : {}),
})

/** What to tell of a node's answer, and what to note. Throws where nothing is on its way. */
const afterBroadcast = async (deps: Deps, id: string, sent: Broadcast): Promise<void> => {
  if (sent.outcome === 'sent') return markSubmitted(deps.db, id)
  if (sent.outcome === 'unknown') throw sendContinues(new Problem('chain_unavailable', { message: sent.message }))
  // What one node refuses another may have: it stays in the ledger for the few minutes that the chain would take it.
  const code = sent.reason === 'nonce_used' || sent.reason === 'nonce_taken' ? 'nonce_taken' : 'transaction_refused'
  const what = 'The transactions tell, within a few minutes, that it has expired or what became of it'
  throw new Problem(code, { message: `The node refused it: ${sent.message}. ${what}` })
}

/** One of the two messages. */
export type VaraMessage = ({ kind: 'message' } & VaraSendMessage) | ({ kind: 'reply' } & VaraSendReply)

const targetOf = (message: VaraMessage): string =>
  message.kind === 'message' ? message.destination : message.replyToId

const build = async (rpc: VaraRpc, from: string, message: VaraMessage): Promise<BuiltExtrinsic> => {
  const { buildMessage, buildReply, parseVaraAmount, readVaraPayload } = await library()
  const value = message.value === undefined ? 0n : parseVaraAmount(message.value)
  const content = { from, payload: readVaraPayload(message.payload), value }
  return message.kind === 'message'
    ? buildMessage(rpc, { ...content, destination: message.destination })
    : buildReply(rpc, { ...content, replyToId: message.replyToId })
}

/** Sends a message or a reply to a program. Nonces and the ledger go as on Ethereum; an extrinsic is mortal besides. */
export const send = async (deps: Deps, sender: Sender, message: VaraMessage): Promise<{ signature: string }> => {
  const { db } = deps
  const { kind, payload, value, idempotencyKey } = message
  const { url, rpc } = nodeAt(deps.nodes, 'vara', message.rpcUrl)
  const wallet = await storedWallet(db, sender, 'polkadot')
  const toAddress = targetOf(message)
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ ...sender, chain: 'polkadot', network: 'vara', kind, fromAddress: wallet.address, rpcUrl: url },
      ...{ toAddress, amount: value ?? '0' },
    },
    { toAddress, payload, value, idempotencyKey },
  )
  if (earlier) return { signature: earlier.signature }
  try {
    const { readBalance, broadcast } = await library()
    const built = await withChainErrors(build(rpc, wallet.address, message))
    const state = await withChainErrors(readBalance(rpc, wallet.address))
    const impact = impactOf(built, url)
    const { signature, signed } = await signUnderLock(deps, { id, wallet, impact }, (tx) =>
      signNext(deps, tx, { wallet, built, state }),
    )
    const { bornAt, validUntil } = built
    await afterBroadcast(deps, id, await withChainErrors(broadcast(rpc, signed, { bornAt, validUntil })))
    return { signature }
  } catch (error) {
    await dropIntent(db, id)
    throw error
  }
}
