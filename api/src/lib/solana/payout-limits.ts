/** Payments in one transaction: with new token accounts for all, 8 fit into the 1,232 bytes of a packet. */
export const MOST_PAYOUTS = 8
