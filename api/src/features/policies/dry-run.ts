import {
  type contract,
  type HandlerInput,
  NATIVE,
  networkFacts,
  type PolicyDryRun,
  tokenRef,
  walletChainOf,
} from '@openauth/client'
import { requireApp } from '../apps/require-app.ts'
import { findUser } from '../users/find.ts'
import { changed } from './changed.ts'
import { judgingPolicy, readOwnRules } from '../policy-engine/effective.ts'
import { type Miss, missesOf } from '../policy-engine/enforce-policy.ts'
import { dailyMisses } from '../policy-engine/reserve-spend.ts'
import type { PolicyNeeds } from './needs.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../custody/index.ts'
import { adapterOf } from '../transfers/chains/index.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { chainRefusal, NO_FEE, NO_USER, type Trial } from '../transfers/trial.ts'
import { nodeAt } from '../nodes/nodes.ts'
import { addressOfWallet } from '../transfers/stored-wallet.ts'

type DryRunInput = HandlerInput<typeof contract.walletPolicies.dryRun>

const tryTransaction = async (
  { db, keys, nodes }: PolicyNeeds,
  { network, rpcUrl, transaction }: DryRunInput & { transaction: string },
  owner?: WalletOwner,
): Promise<Trial> => {
  const chain = adapterOf(network)
  if (!chain.tryTransaction) {
    const message = `Serialized transactions of ${networkFacts[network].title} are not read: try a recipient and an amount`
    throw new Problem('invalid_transaction', { message })
  }
  const { url, rpc } = nodeAt(nodes, network, rpcUrl)
  const wallet = owner ? { from: await addressOfWallet({ db, keys }, owner, walletChainOf(network)) } : {}
  return chain.tryTransaction(rpc, transaction, { network, rpcUrl: url, ...wallet })
}

/**
 * The impact that the chain tells, or the one without the chain where balance or chain refuse the send, or without a user
 * nobody can tell the balance.
 */
const trySend = async ({ db, keys, nodes }: PolicyNeeds, input: DryRunInput, owner?: WalletOwner): Promise<Trial> => {
  const { network, recipient, amount, token = NATIVE } = input
  const chain = adapterOf(network)
  const { url: rpcUrl, rpc } = nodeAt(nodes, network, input.rpcUrl)
  const asked = { recipient: recipient!, amount: amount!, token: token === NATIVE ? null : token }
  const payment = chain.paymentOf(asked)
  const unasked = () => withChainErrors(chain.unaskedImpact(rpc, payment, { network, rpcUrl }))
  if (!owner) return { impact: await unasked(), chain: null, notes: [NO_FEE, NO_USER] }
  try {
    const from = await addressOfWallet({ db, keys }, owner, walletChainOf(network))
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
const tryOut = (deps: PolicyNeeds, input: DryRunInput, owner?: WalletOwner): Promise<Trial> => {
  const { transaction } = input
  return transaction ? tryTransaction(deps, { ...input, transaction }, owner) : trySend(deps, input, owner)
}

/** The first miss of each rule, in their order. */
const firstOfEach = (misses: Miss[]): Miss[] =>
  misses.filter(({ rule }, index) => misses.findIndex((other) => other.rule === rule) === index)

/**
 * Judges a transaction or a send by the functions that decide about signatures, with stored or given rules. Reads only:
 * nothing is signed, stored, locked or counted.
 */
export const dryRun = async (deps: PolicyNeeds, input: DryRunInput): Promise<PolicyDryRun> => {
  const { appId, userId, initiator, rules = {}, userRules = {} } = input
  const { prisma } = deps.db
  await requireApp(prisma, appId)
  if (userId !== undefined) await findUser(prisma, appId, userId)
  const owner = userId === undefined ? undefined : { appId, userId }
  const { impact, chain, notes } = await tryOut(deps, input, owner)
  const stored = await readOwnRules(prisma, owner ?? { appId })
  const own = { app: changed(stored.app, rules), user: changed(stored.user, userRules) }
  const isPartner = initiator === 'app'
  const policy = judgingPolicy(own, impact, { isPartner })
  const misses = [...missesOf(policy, impact)]
  const spender = { userId, partnerAppId: isPartner ? appId : undefined }
  for await (const miss of dailyMisses(prisma, spender, policy, impact)) misses.push(miss)
  const missed = firstOfEach(misses)
  return {
    allowed: missed.length === 0,
    rule: missed[0]?.rule ?? null,
    reason: missed[0]?.why ?? null,
    missed: missed.map(({ rule, why }) => ({ rule, criterion: why })),
    effective: policy,
    spends: impact.spends.map(({ token, amount, fee }) => ({
      token: tokenRef(impact.network, token),
      amount: amount.toString(),
      fee: fee.toString(),
    })),
    counterparties: impact.counterparties,
    chain: chain && { code: chain.code, message: chain.message },
    notes,
  }
}
