import type { contract, HandlerInput, SolanaPreview, SolanaWarning } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../lib/solana/addresses.ts'
import { readDecimals } from '../../lib/solana/decimals.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { policyOf } from '../policies/effective.ts'
import { enforcePolicy } from '../policies/enforce-policy.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'
import { nodeAt } from '../wallets/nodes.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { impactOf, type InspectedTransaction, type RiskyFlag, riskyFlagsOf } from './impact.ts'
import { inspectTransaction, requireSuccess } from './inspect-transaction.ts'
import { requireFewUnsettled } from './externally-paid.ts'
import { actionsOf, mintsIn } from './preview-actions.ts'
import { refusalIn } from './refusal.ts'
import { lastBlockOf, readTransaction } from './sign-transaction.ts'

const programNames = new Map<string, string>([
  [SYSTEM_PROGRAM, 'System'],
  [TOKEN_PROGRAM, 'Token'],
  [TOKEN_2022_PROGRAM, 'Token-2022'],
  [ASSOCIATED_TOKEN_PROGRAM, 'Associated Token'],
  [COMPUTE_BUDGET_PROGRAM, 'Compute Budget'],
  [LOOKUP_TABLE_PROGRAM, 'Address Lookup Table'],
  ...MEMO_PROGRAMS.map((id) => [id, 'Memo'] as const),
])

/** What the instructions are flagged for, each program once; then what the simulation showed beyond that. */
const warningsOf = (examined: InspectedTransaction): SolanaWarning[] => {
  const { approved, authority, reassigned, tokens } = examined.simulation
  const flags = riskyFlagsOf(examined)
  const said = new Map(flags.map(({ code, program }) => [`${code} ${program}`, { code, program }]))
  const isSaid = (code: RiskyFlag): boolean => flags.some((flag) => flag.code === code)
  const seen = [
    ...(approved && !isSaid('approve') ? (['approved'] as const) : []),
    ...(authority && !isSaid('set_authority') ? (['authority'] as const) : []),
    ...(reassigned && !isSaid('assign') ? (['reassigned'] as const) : []),
    ...(tokens.some(({ lost }) => lost) ? (['account_lost'] as const) : []),
  ]
  return [...said.values(), ...seen.map((code) => ({ code, program: null }))]
}

const refusalCodes = ['policy_refused', 'transaction_refused', 'insufficient_balance'] as const

const refusalOf = (error: unknown) => refusalIn(error, refusalCodes)

interface Candidate {
  wallet: Awaited<ReturnType<typeof storedWallet>>
  rpc: SolanaRpc
  rpcUrl: string
}

/**
 * All that signing asks for, in its order, but what only its lock can tell: the limits over a day. Throws
 * `insufficient_balance`, `transaction_refused`, `policy_refused`, and where the node is of no use.
 */
const requireSignable = async (
  { prisma }: Database,
  { wallet, rpc, rpcUrl }: Candidate,
  examined: InspectedTransaction,
): Promise<null> => {
  requireSuccess(examined)
  await withChainErrors(lastBlockOf(rpc, examined))
  enforcePolicy(await policyOf(prisma, wallet.owner), impactOf(examined, wallet.address, rpcUrl))
  await requireFewUnsettled(prisma, wallet, wallet.address)
  return null
}

/**
 * What a serialized transaction would do to a wallet, and whether it would be signed at this moment, by the rules of
 * signing. Nothing is signed, written or reserved. Limits over a day are judged at signing, under the wallet's lock. Throws
 * `invalid_transaction`, `not_a_signer`, `transaction_refused` where a lookup table is missing so that nobody can read it,
 * and where the node is of no use.
 */
export const previewTransaction = async (
  { db, nodes }: Pick<Deps, 'db' | 'nodes'>,
  owner: WalletOwner,
  input: HandlerInput<typeof contract.solana.previewTransaction>,
): Promise<SolanaPreview> => {
  const { url: rpcUrl, rpc } = nodeAt(nodes, 'solana', input.rpcUrl)
  const wallet = await storedWallet(db, owner, 'solana')
  const us = wallet.address
  const bytes = await withChainErrors(readTransaction(input.transaction, us))
  const examined = await withChainErrors(inspectTransaction(rpc, bytes, us))
  const { decoded, simulation } = examined
  const [decimals, refusal] = await Promise.all([
    withChainErrors(readDecimals(rpc, [...mintsIn(decoded.effects), ...simulation.tokens.map(({ mint }) => mint)])),
    requireSignable(db, { wallet, rpc, rpcUrl }, examined).catch(refusalOf),
  ])
  return {
    feePayer: decoded.feePayer,
    fee: (decoded.feePayer === us ? decoded.fee : 0n).toString(),
    lamports: simulation.lamports.toString(),
    tokens: simulation.tokens.map(({ account, mint, change, associated }) => ({
      ...{ account, mint, change: change.toString(), associated },
      decimals: decimals.get(mint) ?? null,
    })),
    actions: actionsOf(decoded, decimals),
    programs: decoded.programs.map((id) => ({ id, name: programNames.get(id) ?? null })),
    warnings: warningsOf(examined),
    refusal,
  }
}
