import { type Network, walletChainOf } from '@openauth/client'
import { isUniqueViolation } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { nodeAt } from '../nodes/nodes.ts'
import type { Sender } from './owner.ts'
import { storedWallet, type WalletWithAddress } from './stored-wallet.ts'
import type { ChainSends } from './adapter.ts'
import { withChainErrors } from './errors.ts'
import { type Intent, type RequestedSend, withIntent } from './intent.ts'
import { signUnderLock } from './sign.ts'
import { submit } from './submit.ts'
import type { TransferNeeds } from './needs.ts'

/** How often to build a transaction whose signature or nonce another row has. */
const MAX_ATTEMPTS = 3

/** A call that sends. */
export interface SendRequest<Payment> {
  network: Network
  /** Undefined: the network's first endpoint. */
  rpcUrl: string | undefined
  kind: Intent['kind']
  payment: Payment
  /** What the ledger shows until the transaction is signed. */
  columns: Pick<Intent, 'toAddress' | 'token' | 'amount'>
  /** The fields of the call. */
  fields: RequestedSend
}

interface Sending<Rpc> {
  id: string
  sender: Sender
  wallet: WalletWithAddress
  rpc: Rpc
  rpcUrl: string
}

/** Builds, judges and signs a transaction. Throws a unique violation if another row has its signature or nonce. */
const signNew = async <Rpc extends object, Payment, Built, Account>(
  deps: TransferNeeds,
  chain: ChainSends<Rpc, Payment, Built, Account>,
  { id, sender, wallet, rpc, rpcUrl }: Sending<Rpc>,
  { network, payment }: SendRequest<Payment>,
) => {
  const built = await withChainErrors(chain.build(rpc, wallet.address, payment))
  const account = await withChainErrors(chain.readAccount(rpc, wallet.address))
  const impact = chain.impact(built, { network, rpcUrl, from: wallet.address })
  const { signature, signed } = await signUnderLock(deps, { id, sender, wallet, impact }, (tx) =>
    chain.sign(deps, tx, { network, wallet, payment, built, account }),
  )
  return { signature, signed, built }
}

/** Repeats a signature that another row has, of a transaction that is built again. Throws `send_in_progress`. */
const withNewSignature = async <T>(sign: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sign()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new Problem('send_in_progress', { retryAfter: 1 })
    }
  }
}

/**
 * Sends from a user's wallet. The ledger stores the intent before signing, and the signed transaction before sending. It is
 * never signed again after that, and a second call with the same key returns the same answer. A transaction that a node refuses
 * may have reached others: it is cancelled or expires, and the ledger settles by what the chain includes.
 */
export const send = async <Rpc extends object, Payment, Built, Account>(
  deps: TransferNeeds,
  chain: ChainSends<Rpc, Payment, Built, Account>,
  sender: Sender,
  request: SendRequest<Payment>,
): Promise<{ signature: string }> => {
  const { network, kind, columns, fields } = request
  const node = nodeAt(deps.nodes, network, request.rpcUrl)
  // The adapter of the network connected it.
  const rpc = node.rpc as Rpc
  const wallet = await storedWallet(deps.db, sender, walletChainOf(network))
  const intent = {
    sender,
    chain: wallet.chain,
    network,
    kind,
    fromAddress: wallet.address,
    rpcUrl: node.url,
    ...columns,
  }
  return withIntent(deps.db, intent, fields, {
    again: ({ signature }) => ({ signature }),
    first: async (id) => {
      const sending = { id, sender, wallet, rpc, rpcUrl: node.url }
      const { signature, signed, built } = await withNewSignature(() => signNew(deps, chain, sending, request))
      await submit(deps, id, chain.broadcast(rpc, signed, built), (why) => chain.cancel?.(deps, rpc, id, why))
      return { signature }
    },
  })
}
