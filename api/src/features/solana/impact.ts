import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../lib/solana/addresses.ts'
import type { DecodedTransaction } from '../../lib/solana/decode.ts'
import type { Effect, Flag, FlagCode } from '../../lib/solana/effects.ts'
import type { Simulation } from '../../lib/solana/simulate.ts'
import type { TransactionImpact, RiskyRule, Spending } from '../policies/enforce-policy.ts'

export interface InspectedTransaction {
  decoded: DecodedTransaction
  simulation: Simulation
}

/** What a rule has to allow. Making an account with a seed is nothing worse than making one. */
export type RiskyFlag = Exclude<FlagCode, 'create_account_with_seed'>

const risky: Record<RiskyFlag, { rule: RiskyRule; why: string; anybodys?: true }> = {
  approve: { rule: 'approvals', why: 'it permits somebody to move tokens later' },
  set_authority: { rule: 'authorityChanges', why: 'it hands an account over to somebody else' },
  close_account: { rule: 'authorityChanges', why: 'it closes an account in favour of somebody else' },
  assign: { rule: 'authorityChanges', why: 'it hands an account over to a program' },
  durable_nonce: { rule: 'durableNonces', why: 'it never expires', anybodys: true },
  unknown_program: { rule: 'unknownPrograms', why: 'it calls a program that this server cannot read', anybodys: true },
  unknown_instruction: {
    rule: 'unreadableInstructions',
    why: 'it has an instruction that this server cannot read',
    anybodys: true,
  },
}

const isRisky = <F extends Flag>(flag: F): flag is F & { code: RiskyFlag } => Object.hasOwn(risky, flag.code)

/** Those flags that concern this wallet, or whoever signs it. */
export const riskyFlagsOf = ({ decoded }: InspectedTransaction): (Flag & { code: RiskyFlag })[] =>
  decoded.flags.filter(isRisky).filter(({ code, ours }) => ours || risky[code].anybodys)

const risksOf = (examined: InspectedTransaction): TransactionImpact['risks'] => {
  const { simulation } = examined
  const risks: TransactionImpact['risks'] = {}
  for (const { code } of riskyFlagsOf(examined)) risks[risky[code].rule] = risky[code].why
  if (simulation.approved) risks.approvals = 'it permits somebody to move tokens later'
  if (simulation.authority) risks.authorityChanges = 'it lets somebody else close a token account'
  if (simulation.reassigned) risks.authorityChanges = 'it hands the wallet over to a program'
  if (simulation.tokens.some(({ lost }) => lost)) risks.authorityChanges = 'it hands a token account over'
  return risks
}

/** Lamports of a fee that are no payment; who sets a higher price of compute units pays whoever makes the block. */
const USUAL_FEE = 1_000_000n

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Whom an effect pays, makes an account for or leaves the lamports of one. */
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
 * Token accounts that the wallet pays for, each of which its owner may close to keep the rent. Not the wallet's own: what
 * is there stays there, and what is not the simulation counts.
 */
const creationsOf = (ours: Effect[], us: string): Creation[] =>
  ours.filter((effect) => effect.kind === 'token_account_creation').filter(({ owner }) => owner !== us)

/** What making a recipient's token account costs is no payment in SOL: of one account, which gets tokens of the wallet's. */
const rentOfRecipient = (creations: Creation[], ours: Effect[]): bigint => {
  const paid = ours.filter((effect) => effect.kind === 'token_transfer').filter(({ amount }) => amount > 0n)
  const isPaid = ({ to, owner, mint }: Creation): boolean =>
    paid.some((transfer) => transfer.to === to && transfer.toOwner === owner && transfer.mint === mint)
  return creations.find(isPaid)?.rent ?? 0n
}

/** Lamports: what its instructions say and its fee, or what its simulation took, whichever is more. */
const lamportsOf = ({ decoded, simulation }: InspectedTransaction, ours: Effect[], us: string): Spending => {
  const said = sum(
    ours.map((effect) => {
      const moves = effect.kind === 'sol_transfer' || effect.kind === 'account_creation'
      return moves && effect.to !== us ? effect.lamports : 0n
    }),
  )
  const creations = creationsOf(ours, us)
  const rents = sum(creations.map(({ rent }) => rent))
  // Of accounts that were there the simulation took none, and their owners may close them before this lands.
  const unseen = sum(creations.filter(({ exists }) => exists).map(({ rent }) => rent))
  const fee = decoded.feePayer === us ? decoded.fee : 0n
  const took = greater(-simulation.lamports, 0n) + unseen
  const amount = greater(said + rents + fee, took)
  // Nothing unreadable could hide a payment behind it.
  const isRead = !decoded.flags.some(({ code }) => code === 'unknown_program' || code === 'unknown_instruction')
  const rent = isRead ? rentOfRecipient(creations, ours) : 0n
  return { token: null, amount, incidental: lesser(amount, lesser(fee, USUAL_FEE) + rent), fee }
}

const tokensOf = ({ simulation }: InspectedTransaction, ours: Effect[], us: string): Spending[] => {
  const said = new Map<string, bigint>()
  const took = new Map<string, bigint>()
  const add = (to: Map<string, bigint>, mint: string, amount: bigint) => to.set(mint, (to.get(mint) ?? 0n) + amount)
  for (const effect of ours) {
    const moves = effect.kind === 'token_burn' || (effect.kind === 'token_transfer' && effect.toOwner !== us)
    if (moves && effect.mint !== undefined) add(said, effect.mint, effect.amount)
  }
  for (const { mint, change, associated } of simulation.tokens)
    // What arrives in any other account may be somebody else's by the time that this lands.
    if (change < 0n || associated) add(took, mint, -change)
  return [...new Set([...said.keys(), ...took.keys()])]
    .map((token) => ({ token, amount: greater(said.get(token) ?? 0n, took.get(token) ?? 0n), incidental: 0n, fee: 0n }))
    .filter(({ amount }) => amount > 0n)
}

/** What a transaction does to a wallet, as policies judge it: by its instructions and by its simulation, both. */
export const impactOf = (examined: InspectedTransaction, us: string, rpcUrl: string): TransactionImpact => {
  const { decoded } = examined
  const ours = decoded.effects.filter((effect) => effect.ours)
  const unread = decoded.flags.filter(({ code }) => code === 'unknown_program').map(({ program }) => program)
  const lamports = lamportsOf(examined, ours, us)
  return {
    network: 'solana',
    rpcUrl,
    spends: [...(lamports.amount > 0n ? [lamports] : []), ...tokensOf(examined, ours, us)],
    counterparties: [...new Set([...ours.flatMap(payeesOf), ...unread])].filter(
      (address) => address !== us && !everybodys.has(address),
    ),
    mentions: decoded.accounts,
    risks: risksOf(examined),
  }
}

/** Programs that own what everybody makes: plain accounts, token accounts. They get nothing by it. */
const everybodys = new Set([SYSTEM_PROGRAM, TOKEN_PROGRAM, TOKEN_2022_PROGRAM])

/** The one payment that a transaction is, for the ledger; nothing where it is anything else. */
export const paymentOf = (
  { decoded }: InspectedTransaction,
  us: string,
): { toAddress: string; token: string | null; amount: string } | undefined => {
  const moves = decoded.effects.filter(({ kind }) => kind !== 'token_account_creation')
  const [only] = moves
  const isPlain = moves.length === 1 && decoded.flags.length === 0 && only!.ours
  if (isPlain && only?.kind === 'sol_transfer' && only.from === us)
    return { toAddress: only.to, token: null, amount: only.lamports.toString() }
  if (isPlain && only?.kind === 'token_transfer' && only.mint !== undefined)
    return { toAddress: only.toOwner ?? only.to, token: only.mint, amount: only.amount.toString() }
  return undefined
}
