/**
 * `created`: stored but not sent yet, or signed for the caller to send; `submitted`: sent to the chain; `confirmed`:
 * included in a block and successful; `failed`: unsuccessful; `expired`: not included in time. A status is final from
 * `settledAt` on; until then a chain reorganization can change it.
 */
export const transactionStatuses = ['created', 'submitted', 'confirmed', 'failed', 'expired'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]
