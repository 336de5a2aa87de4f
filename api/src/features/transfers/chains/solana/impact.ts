import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../lib/solana/addresses.ts'
import type { DecodedTransaction } from '../../../../lib/solana/decode.ts'
import type { Effect, Flag, FlagCode } from '../../../../lib/solana/effects.ts'
import type { Simulation } from '../../../../lib/solana/simulate.ts'
import type { TransactionImpact, RiskyRule, Spending } from '../../../policy-engine/enforce-policy.ts'

export interface InspectedTransaction {
  decoded: DecodedTransaction
  simulation: Simulation
}

/** Flags that need a rule's permission. Creating an account with a seed is no riskier than creating one without. */
export type RiskyFlag = Exclude<FlagCode, 'create_account_with_seed'>

const risky: Record<RiskyFlag, { rule: RiskyRule; why: string; forAnySigner?: true }> = {
  approve: { rule: 'approvals', why: 'it permits another account to move tokens later' },
  set_authority: { rule: 'authorityChanges', why: 'it transfers an account to another owner' },
  close_account: { rule: 'authorityChanges', why: 'it closes an account in favour of another account' },
  assign: { rule: 'authorityChanges', why: 'it transfers an account to a program' },
  durable_nonce: { rule: 'durableNonces', why: 'it never expires', forAnySigner: true },
  unknown_program: {
    rule: 'unknownPrograms',
    why: 'it calls a program that this server cannot decode',
    forAnySigner: true,
  },
  unknown_instruction: {
    rule: 'unreadableInstructions',
    why: 'it has an instruction that this server cannot decode',
    forAnySigner: true,
  },
}

const isRisky = <F extends Flag>(flag: F): flag is F & { code: RiskyFlag } => Object.hasOwn(risky, flag.code)

/** The risky flags of this wallet's own instructions, and those that are a risk for any signer. */
export const riskyFlagsOf = ({ decoded }: InspectedTransaction): (Flag & { code: RiskyFlag })[] =>
  decoded.flags.filter(isRisky).filter(({ code, ours }) => ours || risky[code].forAnySigner)

const risksOf = (inspected: InspectedTransaction): TransactionImpact['risks'] => {
  const { simulation } = inspected
  const risks: TransactionImpact['risks'] = {}
  for (const { code } of riskyFlagsOf(inspected)) risks[risky[code].rule] = risky[code].why
  if (simulation.approved) risks.approvals = 'it permits another account to move tokens later'
  if (simulation.authority) risks.authorityChanges = 'it permits another account to close a token account'
  if (simulation.reassigned) risks.authorityChanges = 'it transfers the wallet to a program'
  if (simulation.tokens.some(({ lost }) => lost)) risks.authorityChanges = 'it transfers a token account'
  return risks
}

/** The lamports of a fee that do not count as a payment. A higher price of compute units pays the block's producer. */
const INCIDENTAL_FEE = 1_000_000n

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** The recipients of an effect: of a payment, a created account or a closed account's lamports. */
const payeesOf = (effect: Effect): string[] => {
  switch (effect.kind) {
    case 'sol_transfer':
      return [effect.to]
    case 'account_creation':
      return [effect.to, effect.program]
    case 'token_account_creation':
      return [effect.owner]
    case 'token_transfer':
      return [effect.toOwner ?? effect.to]
    case 'token_account_closing':
      return [effect.to]
    case 'token_burn':
      return []
  }
}

type Creation = Extract<Effect, { kind: 'token_account_creation' }>

/**
 * Token accounts of others that the wallet pays for: their owners can close them and keep the rent. Excludes the wallet's
 * own accounts, whose rent stays in the wallet or is in the simulation.
 */
const creationsOf = (ours: Effect[], ownAddress: string): Creation[] =>
  ours.filter((effect) => effect.kind === 'token_account_creation').filter(({ owner }) => owner !== ownAddress)

/** The rent of one created account that receives tokens of the wallet does not count as a payment in SOL. */
const rentOfRecipient = (creations: Creation[], ours: Effect[]): bigint => {
  const paid = ours.filter((effect) => effect.kind === 'token_transfer').filter(({ amount }) => amount > 0n)
  const isPaid = ({ to, owner, mint }: Creation): boolean =>
    paid.some((transfer) => transfer.to === to && transfer.toOwner === owner && transfer.mint === mint)
  return creations.find(isPaid)?.rent ?? 0n
}

/** Spent lamports: by the instructions and the fee or by the simulation, whichever is greater. */
const lamportsOf = ({ decoded, simulation }: InspectedTransaction, ours: Effect[], ownAddress: string): Spending => {
  const byInstructions = sum(
    ours.map((effect) => {
      const moves = effect.kind === 'sol_transfer' || effect.kind === 'account_creation'
      return moves && effect.to !== ownAddress ? effect.lamports : 0n
    }),
  )
  const creations = creationsOf(ours, ownAddress)
  const rents = sum(creations.map(({ rent }) => rent))
  // The simulation charges nothing for accounts that exist, but their owners can close them before inclusion.
  const uncharged = sum(creations.filter(({ exists }) => exists).map(({ rent }) => rent))
  const fee = decoded.feePayer === ownAddress ? decoded.fee : 0n
  const bySimulation = greater(-simulation.lamports, 0n) + uncharged
  const amount = greater(byInstructions + rents + fee, bySimulation)
  // Rent is incidental only if all instructions are decoded: others could hide a payment.
  const isDecoded = !decoded.flags.some(({ code }) => code === 'unknown_program' || code === 'unknown_instruction')
  const rent = isDecoded ? rentOfRecipient(creations, ours) : 0n
  return { token: null, amount, incidental: lesser(amount, lesser(fee, INCIDENTAL_FEE) + rent), fee }
}

/** The decimals of a mint, where an instruction states them. */
const decimalsIn = (ours: Effect[], mint: string): number | undefined =>
  ours
    .filter((effect) => effect.kind === 'token_transfer')
    .find((effect) => effect.mint === mint && effect.decimals !== undefined)?.decimals

const tokensOf = ({ simulation }: InspectedTransaction, ours: Effect[], ownAddress: string): Spending[] => {
  const byInstructions = new Map<string, bigint>()
  const bySimulation = new Map<string, bigint>()
  const add = (to: Map<string, bigint>, mint: string, amount: bigint) => to.set(mint, (to.get(mint) ?? 0n) + amount)
  for (const effect of ours) {
    const moves = effect.kind === 'token_burn' || (effect.kind === 'token_transfer' && effect.toOwner !== ownAddress)
    if (moves && effect.mint !== undefined) add(byInstructions, effect.mint, effect.amount)
  }
  for (const { mint, change, associated } of simulation.tokens)
    // Tokens that arrive in a non-associated account are not credited: its owner may change before inclusion.
    if (change < 0n || associated) add(bySimulation, mint, -change)
  return [...new Set([...byInstructions.keys(), ...bySimulation.keys()])]
    .map((token) => {
      const amount = greater(byInstructions.get(token) ?? 0n, bySimulation.get(token) ?? 0n)
      return { token, amount, incidental: 0n, fee: 0n, decimals: decimalsIn(ours, token) }
    })
    .filter(({ amount }) => amount > 0n)
}

/** The impact of a transaction on a wallet for policies, from its instructions and its simulation. */
export const impactOf = (inspected: InspectedTransaction, ownAddress: string, rpcUrl: string): TransactionImpact => {
  const { decoded } = inspected
  const ours = decoded.effects.filter((effect) => effect.ours)
  const unknownPrograms = decoded.flags.filter(({ code }) => code === 'unknown_program').map(({ program }) => program)
  const lamports = lamportsOf(inspected, ours, ownAddress)
  return {
    network: 'solana',
    rpcUrl,
    spends: [...(lamports.amount > 0n ? [lamports] : []), ...tokensOf(inspected, ours, ownAddress)],
    counterparties: [...new Set([...ours.flatMap(payeesOf), ...unknownPrograms])].filter(
      (address) => address !== ownAddress && !sharedPrograms.has(address),
    ),
    mentions: decoded.accounts,
    risks: risksOf(inspected),
  }
}

/** Programs that own ordinary accounts and token accounts: being their owner is not a payment to them. */
const sharedPrograms = new Set([SYSTEM_PROGRAM, TOKEN_PROGRAM, TOKEN_2022_PROGRAM])

/** What a transaction pays, in the columns of the ledger. */
export interface Payment {
  toAddress: string
  token: string | null
  /** Smallest units. */
  amount: string
  /** The token's decimals, if the instruction states them. */
  decimals?: number
}

/** The payment that a transaction consists of, for the ledger; undefined for any other transaction. */
export const paymentOf = ({ decoded }: InspectedTransaction, ownAddress: string): Payment | undefined => {
  const moves = decoded.effects.filter(({ kind }) => kind !== 'token_account_creation')
  const [only] = moves
  const isPlain = moves.length === 1 && decoded.flags.length === 0 && only!.ours
  if (isPlain && only?.kind === 'sol_transfer' && only.from === ownAddress)
    return { toAddress: only.to, token: null, amount: only.lamports.toString() }
  if (!isPlain || only?.kind !== 'token_transfer' || only.mint === undefined) return undefined
  const { to, toOwner = to, mint, amount, decimals } = only
  const known = decimals === undefined ? {} : { decimals }
  return { toAddress: toOwner, token: mint, amount: amount.toString(), ...known }
}
