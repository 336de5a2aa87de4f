import * as z from 'zod'
import {
  solanaActionKinds,
  solanaWarningCodes,
  solanaSendRefusals,
  solanaSendWarnings,
} from './facts/solana-preview.ts'

const mint = z.string().nullable().describe("the mint's address; null for SOL or if unknown")
const decimals = z.int().nullable().describe('number of digits after the decimal point; null if unknown')

export const SolanaAction = z
  .object({
    kind: z.enum(solanaActionKinds),
    program: z.string().describe('the program that is called'),
    from: z.string().nullable().describe('the payer; for tokens their owner or delegate'),
    to: z
      .string()
      .nullable()
      .describe('the recipient: the owner of an associated token account, otherwise the account itself'),
    fromAccount: z.string().nullable().describe('the token account that is debited or closed'),
    toAccount: z.string().nullable().describe('the token account that is credited or created'),
    token: mint,
    amount: z.string().nullable().describe('in smallest units of the token, or lamports; null if there is none'),
    decimals,
    rent: z
      .string()
      .nullable()
      .describe('maximum lamports for a new token account; none are taken if it exists by then'),
    assignedTo: z.string().nullable().describe('the program that a new account belongs to'),
    ours: z.boolean().describe('whether this wallet authorizes it'),
  })
  .meta({ id: 'SolanaAction' })
export type SolanaAction = z.output<typeof SolanaAction>

export const SolanaWarning = z
  .object({
    code: z.enum(solanaWarningCodes),
    program: z.string().nullable().describe('the program that is called; null for findings of the simulation'),
  })
  .meta({ id: 'SolanaWarning' })
export type SolanaWarning = z.output<typeof SolanaWarning>

export const SolanaPreview = z
  .object({
    feePayer: z.string(),
    fee: z
      .string()
      .describe("maximum lamports that this wallet pays in fees, even on failure; '0' if another account pays"),
    lamports: z
      .string()
      .describe(
        "change of this wallet's lamports in the simulation, fee included, negative for outgoing; '0' if it fails",
      ),
    tokens: z
      .array(
        z.object({
          account: z.string().describe('the token account'),
          mint: z.string(),
          change: z.string().describe('in smallest units, negative for outgoing'),
          decimals,
          associated: z
            .boolean()
            .describe(
              "whether it is the wallet's associated account; another account may change its owner before inclusion",
            ),
        }),
      )
      .describe("changes of this wallet's token accounts in the simulation, one per account; empty if it fails"),
    actions: z.array(SolanaAction).describe('the decoded instructions in order'),
    programs: z
      .array(z.object({ id: z.string(), name: z.string().nullable().describe('null for unknown programs') }))
      .describe('programs that the instructions call; these may call others'),
    warnings: z.array(SolanaWarning).describe('effects beyond the amounts, or at a later time'),
    refusal: z
      .object({
        code: z.enum(['policy_refused', 'transaction_refused', 'insufficient_balance']),
        message: z.string(),
        issues: z
          .array(z.object({ path: z.string(), message: z.string() }))
          .describe('for `policy_refused`, the path is the name of the rule'),
      })
      .nullable()
      .describe('the error that sign-transaction with isSend false would return now; null if it would sign'),
  })
  .meta({ id: 'SolanaPreview' })
export type SolanaPreview = z.output<typeof SolanaPreview>

export const SolanaSendPreview = z
  .object({
    fee: z.string().nullable().describe('lamports for signature and priority; null if refused'),
    total: z
      .string()
      .nullable()
      .describe("total outgoing lamports: fee, rent of the recipient's token account, and the amount for SOL"),
    most: z.string().nullable().describe('maximum lamports that can be sent, without the fee; null for tokens'),
    warnings: z
      .array(z.enum(solanaSendWarnings))
      .describe(
        'own_address: the address of this wallet; program: only a program can move funds from it; unused_address: the chain has no such account; first_send: this user has not sent to it before',
      ),
    refusal: z
      .object({
        code: z.enum(solanaSendRefusals),
        message: z.string(),
        issues: z.array(z.object({ path: z.string(), message: z.string() })),
      })
      .nullable()
      .describe('the error that send-token would return now, without daily limits; null if it would send'),
  })
  .meta({ id: 'SolanaSendPreview' })
export type SolanaSendPreview = z.output<typeof SolanaSendPreview>
