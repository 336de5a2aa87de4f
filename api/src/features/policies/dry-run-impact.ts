import { type contract, type HandlerInput, NATIVE, networkFacts, walletChainOf } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../custody/index.ts'
import { adapterOf } from '../transfers/chains/index.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { chainRefusal, NO_FEE, NO_USER, type Trial } from '../transfers/trial.ts'
import { nodeAt } from '../nodes/nodes.ts'
import { addressOfWallet } from '../transfers/stored-wallet.ts'
import type { PolicyNeeds } from './needs.ts'

export type DryRunInput = HandlerInput<typeof contract.walletPolicies.dryRun>

type Nodes = Pick<PolicyNeeds, 'db' | 'nodes'>

const tryTransaction = async (
  { db, nodes }: Nodes,
  { network, rpcUrl, transaction }: DryRunInput & { transaction: string },
  owner?: WalletOwner,
): Promise<Trial> => {
  const chain = adapterOf(network)
  if (!chain.tryTransaction) {
    const message = `Serialized transactions of ${networkFacts[network].title} are not read: try a recipient and an amount`
    throw new Problem('invalid_transaction', { message })
  }
  const { url, rpc } = nodeAt(nodes, network, rpcUrl)
  const wallet = owner ? { from: await addressOfWallet(db, owner, walletChainOf(network)) } : {}
  return chain.tryTransaction(rpc, transaction, { network, rpcUrl: url, ...wallet })
}

/**
 * The impact that the chain tells, or the one without the chain where balance or chain refuse the send, or without a user
 * nobody can tell the balance.
 */
const trySend = async ({ db, nodes }: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Trial> => {
  const { network, recipient, amount, token = NATIVE } = input
  const chain = adapterOf(network)
  const { url: rpcUrl, rpc } = nodeAt(nodes, network, input.rpcUrl)
  const asked = { recipient: recipient!, amount: amount!, token: token === NATIVE ? null : token }
  const payment = chain.paymentOf(asked)
  const unasked = () => withChainErrors(chain.unaskedImpact(rpc, payment, { network, rpcUrl }))
  if (!owner) return { impact: await unasked(), chain: null, notes: [NO_FEE, NO_USER] }
  try {
    const from = await addressOfWallet(db, owner, walletChainOf(network))
    const built = await withChainErrors(chain.build(rpc, from, payment))
    return { impact: chain.impact(built, { network, rpcUrl, from }), chain: null, notes: [] }
  } catch (error) {
    const refusal = chainRefusal(error)
    return { impact: await unasked(), chain: refusal, notes: [NO_FEE] }
  }
}

/**
 * The impact of what is tried, by the functions of the real calls. Throws `rpc_not_allowed`, `invalid_transaction`,
 * `not_a_signer`, `invalid_address`, `invalid_amount`, and errors of the node.
 */
export const tryOut = (deps: Nodes, input: DryRunInput, owner?: WalletOwner): Promise<Trial> => {
  const { transaction } = input
  return transaction ? tryTransaction(deps, { ...input, transaction }, owner) : trySend(deps, input, owner)
}
