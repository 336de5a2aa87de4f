import type { EvmNetwork } from '@openauth/client'
import { Problem } from '../../../../errors.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { ChainTrials } from '../../adapter.ts'
import { impactOf } from './impact.ts'
import { loadLibrary } from './load-library.ts'
import { type Payment, requestOf } from './send-token.ts'

const JUDGED_ALONE =
  'This server signs sends on EVM networks, and no serialized transactions: the policy is judged alone.'

const unreadable = (message: string) => new Problem('invalid_transaction', { message })

const readTransaction = async (text: string) => {
  const { readSigned } = await loadLibrary()
  const hex = /^0x((?:[0-9a-f]{2})+)$/i.exec(text)?.[1]
  if (!hex) throw unreadable('The transaction is not 0x and hex digits')
  try {
    return readSigned(Buffer.from(hex, 'hex'))
  } catch {
    throw unreadable('This is not a transaction of type 2 (EIP-1559) or a legacy one, with a recipient')
  }
}

export const evmTrials: ChainTrials<EvmRpc, Payment> = {
  paymentOf: ({ recipient: toAddress, amount, token }) => ({ toAddress, amount, tokenAddress: token ?? undefined }),
  unaskedImpact: async (rpc, payment, { network, rpcUrl }) => {
    const { unbuiltTransfer } = await loadLibrary()
    const transaction = unbuiltTransfer(rpc.chain.chainId, requestOf(payment, ''))
    return impactOf({ transaction, maxFee: 0n }, network as EvmNetwork, rpcUrl)
  },
  tryTransaction: async (rpc, text, { network, rpcUrl }) => {
    const { maxFeeOf } = await loadLibrary()
    const transaction = await readTransaction(text)
    if (transaction.chainId !== rpc.chain.chainId) throw unreadable(`The transaction is not for ${network}`)
    const impact = impactOf({ transaction, maxFee: maxFeeOf(transaction) }, network as EvmNetwork, rpcUrl)
    return { impact, chain: null, notes: [JUDGED_ALONE] }
  },
}
