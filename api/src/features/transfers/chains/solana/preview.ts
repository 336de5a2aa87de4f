import type { contract, HandlerInput, SolanaPreview, SolanaWarning } from '@openauth/client'
import type { Database } from '../../../../db.ts'
import type { WalletOwner } from '../../../../custody/index.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../../lib/solana/addresses.ts'
import { readDecimals } from '../../../../lib/solana/decimals.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { policyOf } from '../../../policy-engine/effective.ts'
import { enforcePolicy } from '../../../policy-engine/enforce-policy.ts'
import { withChainErrors } from '../../errors.ts'
import { solanaNodeAt } from './node.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { impactOf, type InspectedTransaction, type RiskyFlag, riskyFlagsOf } from './impact.ts'
import { inspectTransaction, requireSuccess } from './inspect-transaction.ts'
import { requireUnsettledBelowLimit } from './externally-paid.ts'
import { actionsOf, mintsIn } from './preview-actions.ts'
import { refusalIn } from './refusal.ts'
import { lastBlockOf, readTransaction } from './sign-transaction.ts'
import type { TransferNeeds } from '../../needs.ts'

const programNames = new Map<string, string>([
  [SYSTEM_PROGRAM, 'System'],
  [TOKEN_PROGRAM, 'Token'],
  [TOKEN_2022_PROGRAM, 'Token-2022'],
  [ASSOCIATED_TOKEN_PROGRAM, 'Associated Token'],
  [COMPUTE_BUDGET_PROGRAM, 'Compute Budget'],
  [LOOKUP_TABLE_PROGRAM, 'Address Lookup Table'],
  ...MEMO_PROGRAMS.map((id) => [id, 'Memo'] as const),
])

/** The warnings of the instructions, each once per program, then those that only the simulation shows. */
const warningsOf = (inspected: InspectedTransaction): SolanaWarning[] => {
  const { approved, authority, reassigned, tokens } = inspected.simulation
  const flags = riskyFlagsOf(inspected)
  const byInstructions = new Map(flags.map(({ code, program }) => [`${code} ${program}`, { code, program }]))
  const isFlagged = (code: RiskyFlag): boolean => flags.some((flag) => flag.code === code)
  const bySimulation = [
    ...(approved && !isFlagged('approve') ? (['approved'] as const) : []),
    ...(authority && !isFlagged('set_authority') ? (['authority'] as const) : []),
    ...(reassigned && !isFlagged('assign') ? (['reassigned'] as const) : []),
    ...(tokens.some(({ lost }) => lost) ? (['account_lost'] as const) : []),
  ]
  return [...byInstructions.values(), ...bySimulation.map((code) => ({ code, program: null }))]
}

const refusalCodes = ['policy_refused', 'transaction_refused', 'insufficient_balance'] as const

const refusalOf = (error: unknown) => refusalIn(error, refusalCodes)

interface Candidate {
  wallet: Awaited<ReturnType<typeof storedWallet>>
  rpc: SolanaRpc
  rpcUrl: string
}

/**
 * The checks of signing in their order, except daily limits, which need the wallet's lock. Throws `insufficient_balance`,
 * `transaction_refused`, `policy_refused`, and errors of the node.
 */
const requireSignable = async (
  { prisma }: Database,
  { wallet, rpc, rpcUrl }: Candidate,
  inspected: InspectedTransaction,
): Promise<null> => {
  requireSuccess(inspected)
  await withChainErrors(lastBlockOf(rpc, inspected))
  enforcePolicy(await policyOf(prisma, wallet.owner), impactOf(inspected, wallet.address, rpcUrl))
  await requireUnsettledBelowLimit(prisma, wallet, wallet.address)
  return null
}

/**
 * Previews the effects of a serialized transaction on a wallet and the refusal of signing, if any. Nothing is signed, stored
 * or reserved; daily limits are checked at signing, under the wallet's lock. Throws `invalid_transaction`, `not_a_signer`,
 * `transaction_refused` if a lookup table is missing, and errors of the node.
 */
export const previewTransaction = async (
  { db, keys, nodes }: Pick<TransferNeeds, 'db' | 'keys' | 'nodes'>,
  owner: WalletOwner,
  input: HandlerInput<typeof contract.solana.previewTransaction>,
): Promise<SolanaPreview> => {
  const { url: rpcUrl, rpc } = solanaNodeAt(nodes, input.rpcUrl)
  const wallet = await storedWallet({ db, keys }, owner, 'solana')
  const ownAddress = wallet.address
  const bytes = await withChainErrors(readTransaction(input.transaction, ownAddress))
  const inspected = await withChainErrors(inspectTransaction(rpc, bytes, ownAddress))
  const { decoded, simulation } = inspected
  const [decimals, refusal] = await Promise.all([
    withChainErrors(readDecimals(rpc, [...mintsIn(decoded.effects), ...simulation.tokens.map(({ mint }) => mint)])),
    requireSignable(db, { wallet, rpc, rpcUrl }, inspected).catch(refusalOf),
  ])
  return {
    feePayer: decoded.feePayer,
    fee: (decoded.feePayer === ownAddress ? decoded.fee : 0n).toString(),
    lamports: simulation.lamports.toString(),
    tokens: simulation.tokens.map(({ account, mint, change, associated }) => ({
      account,
      mint,
      change: change.toString(),
      associated,
      decimals: decimals.get(mint) ?? null,
    })),
    actions: actionsOf(decoded, decimals),
    programs: decoded.programs.map((id) => ({ id, name: programNames.get(id) ?? null })),
    warnings: warningsOf(inspected),
    refusal,
  }
}
