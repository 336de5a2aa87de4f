import type { TreasuryProblem } from '@openauth/client'
import type { MessageId, Translate } from '../i18n/i18n.ts'

const words: Record<TreasuryProblem | 'none' | 'paused' | 'above_daily_limit', MessageId> = {
  none: 'attention.payouts_none',
  paused: 'attention.payouts_paused',
  not_enough_tokens: 'attention.payouts_not_enough_tokens',
  not_enough_sol: 'attention.payouts_not_enough_sol',
  above_daily_limit: 'attention.payouts_above_daily_limit',
  daily_limit: 'attention.payouts_daily_limit',
  token_refused: 'attention.payouts_token_refused',
  node_unreachable: 'attention.payouts_node_unreachable',
}

const isKnown = (code: string): code is keyof typeof words => Object.hasOwn(words, code)

/** Why an app's treasury does not pay; a reason that a newer server has stands for itself. `missing`: smallest units or lamports. */
export const payoutProblemText = (code: string, missing: string, t: Translate): string =>
  isKnown(code) ? t(words[code], { missing }) : code
