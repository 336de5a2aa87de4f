import { type contract, type EvmNetwork, type HandlerInput, isEvmNetwork, NATIVE } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { addressOf } from '../../lib/solana/addresses.ts'
import { parseTransaction } from '../../lib/solana/parse.ts'
import { impactOf as evmImpactOf } from '../transfers/chains/evm/impact.ts'
import { loadLibrary } from '../transfers/chains/evm/load-library.ts'
import { requestOf } from '../transfers/chains/evm/send-token.ts'
import { impactOf as solanaImpactOf } from '../transfers/chains/solana/impact.ts'
import { inspectTransaction, requireSuccess } from '../transfers/chains/solana/inspect-transaction.ts'
import { paymentImpact } from '../transfers/chains/solana/payment-impact.ts'
import { prepareSend, SOL } from '../transfers/chains/solana/prepare-send.ts'
import { lastBlockOf, readTransaction } from '../transfers/chains/solana/sign-transaction.ts'
import { build as buildVara, impactOf as varaImpactOf } from '../transfers/chains/vara/send.ts'
import { nodeAt } from '../wallets/nodes.ts'
import { addressOfWallet } from '../wallets/stored-wallet.ts'
import { withChainErrors } from '../transfers/errors.ts'
import type { TransactionImpact } from './enforce-policy.ts'

export type DryRunInput = HandlerInput<typeof contract.walletPolicies.dryRun>

/** What is tried, its impact, and what balance or chain have against it. */
export interface Tried {
  impact: TransactionImpact
  chain: Problem | null
  notes: string[]
}

type Nodes = Pick<Deps, 'db' | 'nodes'>

const NO_FEE = 'The fee is not counted: it is known once a user is named whose balance suffices.'
const NOT_ASKED = 'Without a user, neither balance nor what was spent today is known.'

/** Refusals of a send for which a dry run goes on without the chain: they say nothing about the policy. */
const ofChain = ['insufficient_balance', 'transaction_refused', 'token_not_supported', 'fee_too_high']

/** The impact that the chain tells, or the one without the chain where balance or chain refuse the send. */
const orWithout = async (
  asked: Promise<TransactionImpact>,
  without: () => Promise<TransactionImpact>,
): Promise<Tried> => {
  try {
    return { impact: await asked, chain: null, notes: [] }
  } catch (error) {
    if (!(error instanceof Problem) || !ofChain.includes(error.code)) throw error
    return { impact: await without(), chain: error, notes: [NO_FEE] }
  }
}

const unasked = async (impact: Promise<TransactionImpact>): Promise<Tried> => ({
  ...{ impact: await impact, chain: null, notes: [NO_FEE, NOT_ASKED] },
})

const solanaTransaction = async ({ db, nodes }: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Tried> => {
  const { url, rpc } = nodeAt(nodes, 'solana', input.rpcUrl)
  const read = async () => {
    const feePayer = () => addressOf(parseTransaction(Buffer.from(input.transaction!, 'base64')).message.keys[0]!)
    const address = owner ? await addressOfWallet(db, owner, 'solana') : feePayer()
    return { address, bytes: await readTransaction(input.transaction!, address) }
  }
  const { address, bytes } = await withChainErrors(read())
  const inspected = await withChainErrors(inspectTransaction(rpc, bytes, address))
  const impact = solanaImpactOf(inspected, address, url)
  const signable = async () => {
    requireSuccess(inspected)
    await withChainErrors(lastBlockOf(rpc, inspected))
  }
  const chain = await signable().then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem && ofChain.includes(error.code)) return error
      throw error
    },
  )
  return { impact, chain, notes: owner ? [] : [NOT_ASKED] }
}

const solanaSend = async ({ db, nodes }: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Tried> => {
  const { url, rpc } = nodeAt(nodes, 'solana', input.rpcUrl)
  const { recipient: address, amount, token = NATIVE } = input
  const payment = { address: address!, amount: amount!, token: token === NATIVE ? SOL : token }
  const without = () => withChainErrors((async () => paymentImpact(payment, url))())
  if (!owner) return unasked(without())
  const asked = async () => {
    const from = await addressOfWallet(db, owner, 'solana')
    return solanaImpactOf((await prepareSend(rpc, from, payment)).inspected, from, url)
  }
  return orWithout(asked(), without)
}

const evmTransaction = async ({ nodes }: Nodes, input: DryRunInput, network: EvmNetwork): Promise<Tried> => {
  const { url, rpc } = nodeAt(nodes, network, input.rpcUrl)
  const { readSigned, maxFeeOf } = await loadLibrary()
  const hex = /^0x((?:[0-9a-f]{2})+)$/i.exec(input.transaction!)?.[1]
  const unreadable = (message: string) => new Problem('invalid_transaction', { message })
  if (!hex) throw unreadable('The transaction is not 0x and hex digits')
  const read = () => {
    try {
      return readSigned(Buffer.from(hex, 'hex'))
    } catch {
      throw unreadable('This is not a transaction of type 2 (EIP-1559) or a legacy one, with a recipient')
    }
  }
  const transaction = read()
  if (transaction.chainId !== rpc.chain.chainId) throw unreadable(`The transaction is not for ${network}`)
  const impact = evmImpactOf({ transaction, maxFee: maxFeeOf(transaction) }, network, url)
  const notes = ['This server signs sends on EVM networks, and no serialized transactions: the policy is judged alone.']
  return { impact, chain: null, notes }
}

const evmSend = async (
  { db, nodes }: Nodes,
  input: DryRunInput,
  network: EvmNetwork,
  owner?: WalletOwner,
): Promise<Tried> => {
  const { url, rpc } = nodeAt(nodes, network, input.rpcUrl)
  const { buildTransfer, unbuiltTransfer } = await loadLibrary()
  const { recipient: toAddress, amount, token = NATIVE } = input
  const payment = { toAddress: toAddress!, amount: amount!, tokenAddress: token === NATIVE ? undefined : token }
  const without = () =>
    withChainErrors(
      (async () => {
        const transaction = unbuiltTransfer(rpc.chain.chainId, requestOf(payment, ''))
        return evmImpactOf({ transaction, maxFee: 0n }, network, url)
      })(),
    )
  if (!owner) return unasked(without())
  const asked = async () => {
    const from = await addressOfWallet(db, owner, 'ethereum')
    return evmImpactOf(await withChainErrors(buildTransfer(rpc, requestOf(payment, from))), network, url)
  }
  return orWithout(asked(), without)
}

const varaSend = async ({ db, nodes }: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Tried> => {
  const { url, rpc } = nodeAt(nodes, 'vara', input.rpcUrl)
  if ((input.token ?? NATIVE) !== NATIVE)
    throw new Problem('invalid_input', { issues: [{ path: 'token', message: `must be ${NATIVE} on Vara` }] })
  const message = { kind: 'message', destination: input.recipient!, payload: '0x', value: input.amount! } as const
  const without = () =>
    withChainErrors(
      (async () => {
        const { parseVaraAmount, readVaraId } = await import('../transfers/chains/vara/library.ts')
        const target = readVaraId(message.destination, 'destination')
        return varaImpactOf({ kind: 'message', target, value: parseVaraAmount(message.value), maxFee: 0n }, url)
      })(),
    )
  if (!owner) return unasked(without())
  const asked = async () => {
    const from = await addressOfWallet(db, owner, 'polkadot')
    return varaImpactOf(await withChainErrors(buildVara(rpc, from, message)), url)
  }
  return orWithout(asked(), without)
}

/**
 * The impact of what is tried, by the functions of the real calls. Throws `rpc_not_allowed`, `invalid_transaction`,
 * `not_a_signer`, `invalid_address`, `invalid_amount`, and errors of the node.
 */
export const tryOut = async (deps: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Tried> => {
  const { network, transaction } = input
  if (network === 'solana') return (transaction ? solanaTransaction : solanaSend)(deps, input, owner)
  if (isEvmNetwork(network))
    return transaction ? evmTransaction(deps, input, network) : evmSend(deps, input, network, owner)
  if (transaction === undefined) return varaSend(deps, input, owner)
  const message = 'Serialized transactions of Vara are not read: try a recipient and an amount'
  throw new Problem('invalid_transaction', { message })
}
