import * as z from 'zod'
import * as endpoints from './endpoints/wallet-policies.ts'
import { emptyAsUndefined, exactlyOneOf, Id } from './fields.ts'
import { NATIVE, networks } from './networks.ts'
import { route } from './route.ts'
import { amount, rpcUrl } from './sending.ts'
import { RuleChanges, WalletPolicy } from './wallet-policies.ts'

const ruleNames = WalletPolicy.keyof()

const Miss = z.object({
  rule: ruleNames,
  criterion: z.string().describe('the first criterion of the rule that the transaction does not meet'),
})

export const PolicyDryRun = z
  .object({
    allowed: z.boolean().describe('whether the policy allows it; balance and chain may still refuse it'),
    rule: ruleNames.nullable().describe('the rule that decides, with which the real call is refused; null if allowed'),
    reason: z.string().nullable().describe('why that rule refuses it'),
    missed: z.array(Miss).describe('every rule that it misses, the deciding one first'),
    effective: WalletPolicy.describe('the rules by which it was judged, the given ones included'),
    spends: z
      .array(
        z.object({
          token: z.string().describe('network:native or network:address'),
          amount: z.string().describe('smallest units that leave the wallet at most, the fee included'),
          fee: z.string().describe('the part of it that is a fee'),
        }),
      )
      .describe('what counts towards limits'),
    counterparties: z.array(z.string()).describe('whom it pays and what it calls: each must be allowed'),
    chain: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe('the error of balance or chain, with which the real call is refused before its policy is asked'),
    notes: z.array(z.string()).describe('what the dry run could not know'),
  })
  .meta({ id: 'PolicyDryRun' })
export type PolicyDryRun = z.output<typeof PolicyDryRun>

/** Enough for both sets of rules with all lists at their maximum length. Bytes. */
const bodyLimit = 1_048_576

export const dryRun = route(endpoints.walletPolicies.dryRun, {
  summary:
    'Try a transaction or a send against a wallet policy, with stored or given rules; nothing is signed or stored',
  description:
    'Runs the code that decides about signatures, and answers with the deciding rule and with every rule that is missed. ' +
    'Nothing counts towards limits. With a user, the wallet, its balance and what it spent today are those of the user; ' +
    'without one, a serialized transaction is judged for its fee payer, and a send without its fee.',
  input: exactlyOneOf(
    z.object({
      appId: Id.describe('the app'),
      network: z.enum(networks),
      rpcUrl,
      userId: emptyAsUndefined(Id).describe('whose wallet acts; default: no certain one'),
      initiator: z
        .enum(['user', 'app'])
        .default('user')
        .describe("who calls: app is a partner with the app's secret, to whom partnerLimits apply"),
      transaction: emptyAsUndefined(z.string().max(16_384)).describe(
        'a serialized transaction: base64 on Solana, 0x and hex digits on EVM networks, signed or not',
      ),
      recipient: emptyAsUndefined(z.string().max(80)).describe('of a send: an address, on Vara a program'),
      amount: emptyAsUndefined(amount),
      token: emptyAsUndefined(z.string().max(64)).describe(`of a send: ${NATIVE}, the default, or the token's address`),
      rules: RuleChanges.optional().describe(
        "rules of the app that are not stored yet; null stands for a rule's default",
      ),
      userRules: RuleChanges.optional().describe('rules of the user that are not stored yet'),
    }),
    [['transaction'], ['recipient', 'amount']],
  ),
  bodyLimit,
  output: PolicyDryRun,
  errors: [
    'app_not_found',
    'user_not_found',
    'rpc_not_allowed',
    'invalid_transaction',
    'not_a_signer',
    'invalid_address',
    'invalid_amount',
    'transaction_refused',
    'chain_unavailable',
    'chain_answer_unusable',
    'chain_timeout',
  ],
})
