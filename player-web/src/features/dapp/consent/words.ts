import type { SolanaAction, SolanaWarning } from '@openauth/client'
import type { MessageId } from '../../../i18n/i18n.ts'

/** The texts of actions. */
export const actionWords: Record<SolanaAction['kind'], MessageId> = {
  sol_transfer: 'bridge.action.pay',
  token_transfer: 'bridge.action.pay',
  account_creation: 'bridge.action.account',
  token_account_creation: 'bridge.action.tokenAccount',
  token_account_closing: 'bridge.action.close',
  token_burn: 'bridge.action.burn',
}

/** The texts of warnings. */
export const warningWords: Record<SolanaWarning['code'], MessageId> = {
  approve: 'bridge.warning.approve',
  approved: 'bridge.warning.approve',
  set_authority: 'bridge.warning.authority',
  authority: 'bridge.warning.authority',
  close_account: 'bridge.warning.close',
  assign: 'bridge.warning.assign',
  reassigned: 'bridge.warning.assign',
  account_lost: 'bridge.warning.lost',
  durable_nonce: 'bridge.warning.nonce',
  unknown_program: 'bridge.warning.program',
  unknown_instruction: 'bridge.warning.instruction',
}
