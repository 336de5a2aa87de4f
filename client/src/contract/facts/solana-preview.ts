/** The kinds of decoded instructions. Programs can do more, which the simulation shows. */
export const solanaActionKinds = [
  'sol_transfer',
  'account_creation',
  'token_account_creation',
  'token_account_closing',
  'token_transfer',
  'token_burn',
] as const

/** The first seven come from the instructions, the last four from the simulation alone. */
export const solanaWarningCodes = [
  'approve',
  'set_authority',
  'close_account',
  'assign',
  'durable_nonce',
  'unknown_program',
  'unknown_instruction',
  'approved',
  'authority',
  'reassigned',
  'account_lost',
] as const

/** Errors that a send would return at this time. */
export const solanaSendRefusals = [
  'invalid_address',
  'invalid_amount',
  'insufficient_balance',
  'token_not_supported',
  'transaction_refused',
  'policy_refused',
] as const

/** Warnings about a recipient. */
export const solanaSendWarnings = ['own_address', 'program', 'unused_address', 'first_send'] as const
