import type { EthereumSendToken, EvmNetwork } from '@openauth/client'
import type { AccountState } from '../../../../lib/ethereum/account.ts'
import type { Broadcast } from '../../../../lib/ethereum/broadcast.ts'
import type { BuiltTransfer } from '../../../../lib/ethereum/build.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { Sender } from '../../owner.ts'
import type { ChainSends, Submission } from '../../adapter.ts'
import { reserveNonce } from '../../nonces.ts'
import { send } from '../../send.ts'
import { cancelTransaction } from './cancel.ts'
import { impactOf } from './impact.ts'
import { loadLibrary } from './load-library.ts'
import type { TransferNeeds } from '../../needs.ts'

export type Payment = Pick<EthereumSendToken, 'toAddress' | 'amount' | 'tokenAddress'>

/** The request of a transfer, for sends and dry runs. */
export const requestOf = ({ toAddress: to, amount, tokenAddress: token }: Payment, from: string) => ({
  from,
  to,
  amount,
  token,
  // Allocated later, under the lock; neither gas nor fees depend on it.
  nonce: 0,
})

/** Whether a refusal is temporary, by a full pool or a low fee: the monitor sends again and raises the fee. */
const isTemporary = ({ reason, message }: Extract<Broadcast, { outcome: 'refused' }>): boolean =>
  /pool is full|txpool.{0,20}(full|limit)|too many|busy/i.test(message) ||
  (reason === 'underpriced' && !/replacement/i.test(message))

const submissionOf = (sent: Broadcast): Submission => {
  if (sent.outcome !== 'refused') return sent
  const { reason, message } = sent
  if (isTemporary(sent)) return { outcome: 'unknown', message }
  const code = reason === 'nonce_used' || /replacement/i.test(message) ? 'nonce_taken' : 'transaction_refused'
  const outlook = 'It is being cancelled; the list of transactions has the result'
  return { outcome: 'refused', code, message, outlook }
}

/**
 * Sends of a chain's own token or an ERC-20 token. The commit that stores the signature also allocates the nonce, one at a time
 * per wallet, with any number of servers. A refused transaction is cancelled by a payment of 0 with its nonce.
 */
export const evmSends: ChainSends<EvmRpc, Payment, BuiltTransfer, AccountState> = {
  build: async (rpc, from, payment) => (await loadLibrary()).buildTransfer(rpc, requestOf(payment, from)),
  readAccount: async (rpc, address) => (await loadLibrary()).readAccount(rpc, address),
  impact: (built, { network, rpcUrl }) => impactOf(built, network as EvmNetwork, rpcUrl),
  sign: async ({ signer }, tx, { network, wallet, payment, built, account }) => {
    const { transactionHash, readAddress } = await loadLibrary()
    const needed = built.transaction.value + built.maxFee
    const nonce = await reserveNonce(
      tx,
      { network, fromAddress: wallet.address },
      { ...account, needed },
      (waiting) =>
        `${needed} wei are needed for the amount and the fee; of ${account.balance}, ${waiting} are reserved for pending transactions`,
    )
    const signed = new Uint8Array(await signer.evmTransaction(wallet, { ...built.transaction, nonce: Number(nonce) }))
    const { toAddress, tokenAddress } = payment
    return {
      signature: transactionHash(signed),
      signed,
      nonce,
      maxFee: built.maxFee.toString(),
      toAddress: readAddress(toAddress, "recipient's"),
      ...(tokenAddress === undefined
        ? { token: null }
        : { token: readAddress(tokenAddress, "token's"), decimals: built.decimals }),
    }
  },
  broadcast: async (rpc, signed) => submissionOf(await (await loadLibrary()).broadcast(rpc, signed)),
  cancel: cancelTransaction,
}

/** Sends a chain's own token or an ERC-20 token. */
export const sendToken = (
  deps: TransferNeeds,
  sender: Sender,
  input: EthereumSendToken,
): Promise<{ signature: string }> => {
  const { chainName: network, rpcUrl, toAddress, amount, tokenAddress, idempotencyKey } = input
  return send(deps, evmSends, sender, {
    network,
    rpcUrl,
    kind: 'transfer',
    payment: { toAddress, amount, tokenAddress },
    columns: { toAddress, amount, token: tokenAddress ?? null },
    fields: { toAddress, amount, tokenAddress, idempotencyKey },
  })
}
