import type { RingClaimProblem, RingClaimStatus } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'

/** The states of claims in words and colour. */
export const claimStatusWords: Record<
  RingClaimStatus,
  { text: MessageId; tone: 'neutral' | 'busy' | 'success' | 'danger' | 'warning' }
> = {
  queued: { text: 'payouts.queued', tone: 'neutral' },
  sending: { text: 'payouts.sending', tone: 'busy' },
  paid: { text: 'payouts.paid', tone: 'success' },
  failed: { text: 'payouts.failed', tone: 'danger' },
  returned: { text: 'payouts.returned', tone: 'warning' },
}

/** Why a claim could not be paid. */
export const claimProblemWords: Record<RingClaimProblem, MessageId> = {
  account_frozen: 'payouts.account_frozen',
  account_taken: 'payouts.account_taken',
  refused_by_chain: 'payouts.refused_by_chain',
}
