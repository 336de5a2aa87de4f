import type { VaraSendMessage, VaraSendReply } from '@openauth/client'
import type { Tx } from '../../../../db.ts'
import type { Deps } from '../../../../deps.ts'
import { Problem } from '../../../../errors.ts'
import type { StoredWallet } from '../../../../lib/custody/wallet-signer.ts'
import type { Broadcast } from '../../../../lib/vara/broadcast.ts'
import type { BuiltExtrinsic } from '../../../../lib/vara/build.ts'
import type { VaraRpc } from '../../../../lib/vara/rpc.ts'
import { sendContinues } from '../../after-signing.ts'
import { dropIntent, markSubmitted, openIntent, type SignedIntent } from '../../intent.ts'
import { allocateNonce, pendingCost, requirePlausibleNonce } from '../../nonces.ts'
import { signUnderLock } from '../../sign.ts'
import { type TransactionImpact, withFee } from '../../../policies/enforce-policy.ts'
import { refusedBecause, withChainErrors } from '../../errors.ts'
import { nodeAt } from '../../../wallets/nodes.ts'
import type { Sender } from '../../../wallets/owner.ts'
import { storedWallet } from '../../../wallets/stored-wallet.ts'

const library = () => import('./library.ts')

type Wallet = StoredWallet & { address: string }

/** The state of the account on chain. */
interface State {
  transferable: bigint
  /** Number of used nonces. */
  nonce: number
}

/** Under the wallet's lock: allocates a nonce, checks that the balance covers all pending transactions, and signs. */
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
      `${needed} planck are needed for the value, the gas and the existential deposit; of ${state.transferable}, ${waiting} are reserved for pending transactions`,
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

/** Payloads have no common format, and only the chain has the list of programs. */
const UNREADABLE = 'it calls a program that this server cannot decode'

/**
 * The impact of an extrinsic for policies, from the signed payload. Gas is part of the fee. The recipient of a reply is the
 * sender of the message, which only the chain has.
 */
export const impactOf = (
  { kind, value, target, maxFee }: Pick<BuiltExtrinsic, 'kind' | 'value' | 'target' | 'maxFee'>,
  rpcUrl: string,
): TransactionImpact => ({
  ...{ network: 'vara', rpcUrl, mentions: [], risks: { unknownPrograms: UNREADABLE } },
  spends: withFee(value > 0n ? [{ token: null, amount: value, incidental: 0n, fee: 0n }] : [], maxFee),
  counterparties: [target],
  ...(kind === 'reply' ? { unknownPayee: true as const } : {}),
})

/** Handles a node's answer. Throws unless the extrinsic was sent. */
const afterBroadcast = async (deps: Deps, id: string, sent: Broadcast): Promise<void> => {
  if (sent.outcome === 'sent') return markSubmitted(deps.db, id)
  if (sent.outcome === 'unknown') throw sendContinues(new Problem('chain_unavailable', { message: sent.message }))
  // Other nodes may have it: it stays in the ledger for the few minutes in which the chain can include it.
  const code = sent.reason === 'nonce_used' || sent.reason === 'nonce_taken' ? 'nonce_taken' : 'transaction_refused'
  const what = 'The list of transactions has its final status within a few minutes'
  throw new Problem(code, { message: `The node refused it: ${sent.message}. ${what}` })
}

/** A message to a program or a reply. */
export type VaraMessage = ({ kind: 'message' } & VaraSendMessage) | ({ kind: 'reply' } & VaraSendReply)

const targetOf = (message: VaraMessage): string =>
  message.kind === 'message' ? message.destination : message.replyToId

/** Builds an extrinsic, for sends and dry runs. Throws the library's errors. */
export const build = async (rpc: VaraRpc, from: string, message: VaraMessage): Promise<BuiltExtrinsic> => {
  const { buildMessage, buildReply, parseVaraAmount, readVaraPayload } = await library()
  const value = message.value === undefined ? 0n : parseVaraAmount(message.value)
  const content = { from, payload: readVaraPayload(message.payload), value }
  return message.kind === 'message'
    ? buildMessage(rpc, { ...content, destination: message.destination })
    : buildReply(rpc, { ...content, replyToId: message.replyToId })
}

/** Sends a message or a reply to a program. Nonces and the ledger work as on Ethereum; extrinsics are mortal. */
export const send = async (deps: Deps, sender: Sender, message: VaraMessage): Promise<{ signature: string }> => {
  const { db } = deps
  const { kind, payload, value, idempotencyKey } = message
  const { url, rpc } = nodeAt(deps.nodes, 'vara', message.rpcUrl)
  const wallet = await storedWallet(db, sender, 'polkadot')
  const toAddress = targetOf(message)
  const { id, earlier } = await openIntent(
    db,
    {
      ...{ sender, chain: 'polkadot', network: 'vara', kind, fromAddress: wallet.address, rpcUrl: url },
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
    const { signature, signed } = await signUnderLock(deps, { id, sender, wallet, impact }, (tx) =>
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
